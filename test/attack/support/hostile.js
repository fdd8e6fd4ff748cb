// A process full of hostile connections: `node hostile.js HOST PORT KIND,KIND COUNT SEED [PATH]`. It ends with its standard
// input and prints what it counted.

import { seededRandom } from '../../support/random.js'
import { hostileSocket } from './hostileSocket.js'

const [, , host, port, kindList, count, seed, path] = process.argv
const kinds = kindList.split(',')
const random = seededRandom(Number(seed))
const counts = { opened: 0, closed: 0, errors: 0, bytes: 0 }
let ended = false
const stopped = () => ended
for (let i = 0; i < Number(count); i++) {
	const kind = kinds[Math.floor(random() * kinds.length)]
	// Spread over a second: a queue of the system's own would hold back what comes at once.
	setTimeout(() => hostileSocket({ host, port: Number(port), kind, path, random, counts, stopped }), random() * 1000)
}
process.stdin.resume()
process.stdin.on('end', () => {
	ended = true
	process.stdout.write(JSON.stringify(counts), () => process.exit(0))
})
