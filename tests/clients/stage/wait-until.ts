export { waitUntil } from '../../kit/wait-until.js'
