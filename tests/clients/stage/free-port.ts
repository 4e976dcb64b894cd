export { freePort } from '../../kit/free-port.js'
