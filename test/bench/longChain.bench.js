// Long chains: seconds of the whole process, start included, for a script of greetings with the state on disk, against the
// framework; bytes on disk; the time to open a long chain again and to walk through it in the app; pauses while old
// blocks are deleted. 200,000 and 1,000,000 are measured with CHAIN_TUI_FULL=1.
import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inApp } from './support/appInPty.js'
import { ask } from './support/faucetTxs.js'
import { startNode, stopNode, writeGreetings } from './support/ourNode.js'
import { inFolder } from './support/replays.js'
import { median } from './support/stats.js'
import { within } from './support/waits.js'

const program = new URL('../../bin/chain-tui.js', import.meta.url).pathname
const full = process.env.CHAIN_TUI_FULL === '1'
const sizes = full ? [10_000, 200_000, 1_000_000] : [10_000]
const openedGreetings = full ? 1_000_000 : 50_000

/** Prints seconds and bytes of both for each length (aims: 2 times as fast for 10,000, 3 times for more; no more bytes). */
export async function run({ peer, print, row }) {
	if (peer === undefined) print('needs --peer PATH for the replays, a node of the framework that knows gen and replay')
	else for (const size of sizes) await inFolder((folder) => replays(folder, peer, size, { print, row }))
	await opening({ print, row })
}

async function replays(folder, peer, size, { print, row }) {
	const script = join(folder, 'script.json')
	const out = openSync(script, 'w')
	const args = ['gen', '--seed', '13', '--txs', String(size), '--plain', '500', '--accounts', '40']
	await ended(spawn(peer, args, { stdio: ['ignore', out, 'ignore'] }))
	closeSync(out)
	const rounds = size > 100_000 ? 1 : 3
	const times = { ours: [], peer: [] }
	const bytes = {}
	for (let round = 0; round < rounds; round++) {
		for (const [name, command, before] of [
			['peer', peer, ['replay']],
			['ours', process.execPath, [program, 'debug', 'replay']],
		]) {
			const data = join(folder, `${name}${round}`)
			mkdirSync(data)
			const from = performance.now()
			await ended(spawn(command, [...before, '--leveldb', data, script], { stdio: ['ignore', 'ignore', 'ignore'] }))
			times[name].push((performance.now() - from) / 1000)
			bytes[name] = sizeOf(data)
			rmSync(data, { recursive: true, force: true })
		}
	}
	const [ours, theirs] = [median(times.ours), median(times.peer)]
	const count = size.toLocaleString('en')
	print(
		`${count} greetings: ours ${ours.toFixed(1)} s, ${bytes.ours} bytes; peer ${theirs.toFixed(1)} s, ${bytes.peer} bytes`,
	)
	row({
		what: `whole process for ${count} greetings`,
		ours: size / ours,
		peer: size / theirs,
		unit: 'tx/s',
		ratio: theirs / ours,
		aim: size > 10_000 ? '>= 3' : '>= 2',
	})
	row({
		what: `bytes on disk for ${count} greetings`,
		ours: bytes.ours / 1e6,
		peer: bytes.peer / 1e6,
		unit: 'MB',
		ratio: bytes.ours / bytes.peer,
		aim: '<= 1',
	})
}

/** The time from the start of `start` to its line `ready`, on a long chain that was closed. */
async function opening({ print, row }) {
	const home = mkdtempSync(join(tmpdir(), 'chain-tui-bench-'))
	try {
		const empty = []
		const long = []
		for (let round = 0; round < 3; round++) {
			const from = performance.now()
			const node = await startNode(home, ['--block-interval', '200ms'])
			empty.push(performance.now() - from)
			await stopNode(node)
		}
		const node = await startNode(home, ['--block-interval', '200ms'])
		await writeGreetings(node.rpc, openedGreetings)
		await stopNode(node)
		// The first opening puts the last log into tables.
		for (let round = 0; round < 4; round++) {
			const from = performance.now()
			const again = await startNode(home, ['--block-interval', '200ms'])
			if (round > 0) long.push(performance.now() - from)
			await stopNode(again)
		}
		const count = openedGreetings.toLocaleString('en')
		const size = sizeOf(join(home, 'data'))
		print(
			`opening ${count} greetings, ${(size / 1e6).toFixed(0)} MB: ${median(long).toFixed(0)} ms, a short chain ${median(empty).toFixed(0)} ms`,
		)
		row({
			what: `start to ready with ${count} greetings, against a short chain`,
			ours: median(long),
			peer: median(empty),
			unit: 'ms',
			aim: '<= 1000',
		})
		await steps(home, count, { print, row })
		await pruning(home, count, row)
	} finally {
		rmSync(home, { recursive: true, force: true })
	}
}

/** The longest time from a key to its frame in the app: to both ends of the list, and while a filter looks at all greetings. */
async function steps(home, count, { print, row }) {
	await inApp(home, '1s', async (app) => {
		await app.shows(`1 of ${count}`)
		const took = []
		const press = async (key, wanted) => took.push((await app.press(key, wanted)).took)
		for (let round = 0; round < 5; round++) {
			await press('G', `${count} of ${count}`)
			await press('gg', ` 1 of ${count}`)
			for (let place = 2; place < 12; place++) await press('j', ` ${place} of ${count}`)
			await press('G', `${count} of ${count}`)
			await press('/', ` of ${count}`)
			let typed = ''
			for (const key of 'number 7777') {
				typed += key
				await press(key, `/${typed.trimEnd()}`)
			}
			const from = performance.now()
			await app.shows(`/${typed} ·`)
			print(`searching ${count} greetings: all found after ${(performance.now() - from).toFixed(0)} ms more`)
			await press('\x1b', ` of ${count}`)
		}
		row({
			what: `key to frame at worst, listing and filtering ${count} greetings`,
			ours: Math.max(...took),
			unit: 'ms',
			aim: '<= 100',
		})
	})
}

/** The longest wait for the status while old blocks are deleted. */
async function pruning(home, count, row) {
	const node = await startNode(home, ['--block-interval', '1s', '--keep-blocks', '5'], ['rpc'])
	const waits = []
	for (const end = performance.now() + 10_000; performance.now() < end; ) {
		const from = performance.now()
		await ask(node.rpc, 'status')
		waits.push(performance.now() - from)
	}
	await stopNode(node)
	row({
		what: `status at worst while the blocks of ${count} greetings are deleted`,
		ours: Math.max(...waits),
		unit: 'ms',
		aim: '<= 50',
	})
}

function ended(child) {
	const end = new Promise((resolve, reject) => {
		child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${child.spawnfile} ended with ${code}`))))
	})
	return within(`the end of ${child.spawnfile}`, 1_800, end).finally(() => child.kill('SIGKILL'))
}

function sizeOf(folder) {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}
