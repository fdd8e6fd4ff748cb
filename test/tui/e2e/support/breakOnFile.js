// Loaded beside the program with `--import`: breaks what the name of a file says once that file is in the folder
// CHAIN_TUI_BREAK. A fault of the program's own cannot be had otherwise, and the program has no hook for one.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'

const folder = process.env.CHAIN_TUI_BREAK ?? ''
const faults = isMainThread
	? {
			exception: () => {
				throw new TypeError('a bolt broke')
			},
			rejection: () => {
				Promise.reject(new TypeError('a promise broke'))
			},
		}
	: {
			node: () => {
				throw new TypeError('the node broke')
			},
		}

const timer = setInterval(() => {
	for (const [name, breakIt] of Object.entries(faults)) {
		if (!existsSync(join(folder, name))) continue
		clearInterval(timer)
		breakIt()
	}
}, 20).unref()
