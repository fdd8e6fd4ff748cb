// How long a person looks at an empty terminal: from the start of the process to the first whole frame, as a multiple of
// starting Node itself; and the memory of the whole program once its chain runs.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pty from '@lydell/node-pty'
import { memoryOf } from './support/ourNode.js'
import { median } from './support/stats.js'
import { within } from './support/waits.js'

const startFile = new URL('../../scripts/start.sh', import.meta.url).pathname

/** Prints the ratio (aim: at most 3.5) and the resident memory (aim: at most 250 MB). */
export async function run({ print, row }) {
	const bare = []
	const first = []
	let memory = 0
	for (let round = 0; round < 9; round++) {
		const from = performance.now()
		spawnSync(process.execPath, ['-e', '0'])
		bare.push(performance.now() - from)
		const home = mkdtempSync(join(tmpdir(), 'chain-tui-bench-'))
		const last = round === 8
		const result = await firstFrame(home, last)
		first.push(result.ms)
		memory = result.rss || memory
		rmSync(home, { recursive: true, force: true })
	}
	print(`node -e 0           ${median(bare).toFixed(0)} ms (median of ${bare.length})`)
	print(`first frame         ${median(first).toFixed(0)} ms (median of ${first.length})`)
	row({
		what: 'first frame, against starting Node',
		ours: median(first),
		peer: median(bare),
		unit: 'ms',
		ratio: median(first) / median(bare),
		aim: '<= 3.5',
	})
	row({ what: 'resident memory of app and node', ours: memory / 1e6, unit: 'MB', aim: '<= 250' })
}

async function firstFrame(home, measureMemory) {
	let kill = () => {}
	let text = ''
	const drawn = new Promise((resolve, reject) => {
		const env = { ...process.env, TERM: 'xterm-256color' }
		for (const name of ['CI', 'NO_COLOR', 'FORCE_COLOR']) delete env[name]
		// As npm start does: its shell takes the first Node of the path, and gives Node 20 its limits of memory.
		env.PATH = `${dirname(process.execPath)}:${env.PATH}`
		const from = performance.now()
		const ports = ['--rpc', '--rest', '--grpc', '--endpoints'].flatMap((flag) => [flag, '127.0.0.1:0'])
		const child = pty.spawn('sh', [startFile, '--home', home, ...ports], { cols: 120, rows: 40, env })
		kill = () => child.kill('SIGKILL')
		let ms = 0
		let rss = 0
		child.onData((data) => {
			text += data
			// The frame's title stands in every frame.
			if (ms === 0 && text.includes('chain-tui')) {
				ms = performance.now() - from
				if (!measureMemory) child.kill('SIGKILL')
				else
					setTimeout(() => {
						rss = memoryOf(child.pid).all
						child.kill('SIGKILL')
					}, 5_000)
			}
		})
		child.onExit(() => (ms > 0 ? resolve({ ms, rss }) : reject(new Error(`no frame was drawn:\n${text}`))))
	})
	try {
		return await within('the first frame', 60, drawn, () => text)
	} finally {
		kill()
	}
}
