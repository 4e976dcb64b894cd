export { repo } from '../../kit/repo.js'
