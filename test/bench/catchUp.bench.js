// An application under a real engine takes 1,000 full blocks over its socket, as when a node catches up: processor time and
// blocks per second, beside the framework's application, in turns. The engine is played here: its own work does not count.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadSource } from './support/loadSource.js'
import { processorSeconds } from './support/nodePair.js'
import { freePorts } from './support/peerNode.js'
import { inFolder, plainScript } from './support/replays.js'
import { median } from './support/stats.js'
import { until, within } from './support/waits.js'

const program = new URL('../../bin/chain-tui.js', import.meta.url).pathname
const blocks = Number(process.env.CHAIN_TUI_BLOCKS ?? 1_000)
const [perBlock, rounds] = [100, Number(process.env.CHAIN_TUI_ROUNDS ?? 3)]
/** Blocks of one greeting, as a quiet chain makes them, for what their state takes on the disk. */
const quietBlocks = Number(process.env.CHAIN_TUI_QUIET_BLOCKS ?? 10_000)

/**
 * Prints processor time, blocks per second and bytes of state of both (aims: at most 0.8 of the peer's time, at least its speed),
 * then the bytes after many blocks of one greeting, by what is kept.
 */
export async function run({ peer, print, row }) {
	if (peer === undefined) return print('needs --peer PATH, a node of the framework that knows gen and start')
	const { EngineSocket } = await loadSource("export { EngineSocket } from './test/flow/abciSocket/EngineSocket.ts'")
	const kinds = {
		peer: (address, home, more) => {
			spawnSync(peer, ['init', 'x', '--home', home], { stdio: 'ignore' })
			const flags = ['--with-tendermint=false', '--transport', 'socket', '--address', address, '--home', home]
			return [peer, 'start', ...flags, '--minimum-gas-prices', '0.01uchain', ...more]
		},
		ours: (address, home, more) => [process.execPath, program, 'abci', '--address', address, '--home', home, ...more],
	}
	const measure = async (count, greetings, times, more = []) => {
		const requests = requestsOf(plainScript(peer, count * greetings, 11, greetings), EngineSocket)
		const measured = { peer: [], ours: [] }
		for (let round = 0; round < times; round++) {
			for (const [name, line] of Object.entries(kinds)) {
				const lineOf = (address, home) => line(address, home, more)
				const one = await inFolder((folder) => catchUp(lineOf, folder, requests, EngineSocket))
				measured[name].push(one)
				print(
					`${[name, ...more].join(' ')}  ${one.cpu.toFixed(1)} s of processor time   ${(count / one.seconds).toFixed(1)} blocks/s   ${(one.bytes / 1e6).toFixed(1)} MB`,
				)
			}
		}
		return (what, unit, of, aim) => {
			const [own, other] = [measured.ours, measured.peer].map((all) => median(all.map(of)))
			row({ what, ours: own, peer: other, unit, ratio: own / other, aim })
		}
	}
	const told = await measure(blocks, perBlock, rounds)
	told(`processor time for ${blocks} blocks of ${perBlock} greetings`, 's', ({ cpu }) => cpu, '<= 0.8')
	told('the same, blocks taken', 'blocks/s', ({ seconds }) => blocks / seconds, '>= 1')
	const megabytes = ({ bytes }) => bytes / 1e6
	told('the same, state on disk', 'MB', megabytes, '<= 1')
	for (const pruning of ['default', 'everything']) {
		const quiet = await measure(quietBlocks, 1, 1, ['--pruning', pruning])
		quiet(`state on disk after ${quietBlocks} blocks of a greeting, pruning ${pruning}`, 'MB', megabytes, '<= 1')
	}
}

/** What an engine sends: first the genesis, then a list of frames and its number of answers for each block. */
function requestsOf(script, EngineSocket) {
	const frames = (values) => Buffer.concat([...values, flush].map((value) => EngineSocket.bytesOf(value)))
	const genesis = {
		case: 'initChain',
		value: {
			time: { seconds: BigInt(Date.parse(script.genesis_time) / 1000) },
			chainId: script.chain_id,
			consensusParams: {
				block: { maxBytes: 22_020_096n, maxGas: -1n },
				evidence: { maxAgeNumBlocks: 100_000n, maxAgeDuration: { seconds: 172_800n }, maxBytes: 1_048_576n },
				validator: { pubKeyTypes: ['ed25519'] },
			},
			validators: script.validators.map(({ pubkey, power }) => ({
				pubKey: { sum: { case: 'ed25519', value: Buffer.from(pubkey, 'base64') } },
				power: BigInt(power),
			})),
			appStateBytes: Buffer.from(JSON.stringify(script.app_state)),
			initialHeight: 1n,
		},
	}
	const all = [[frames([genesis]), 2]]
	let values = []
	let height = 0n
	for (const { op, time, tx } of script.steps) {
		if (op === 'begin') {
			const header = { chainId: script.chain_id, height: ++height, time: { seconds: BigInt(Date.parse(time) / 1000) } }
			values = [{ case: 'beginBlock', value: { hash: Buffer.alloc(32), header, lastCommitInfo: {} } }]
		} else if (op === 'deliver') values.push({ case: 'deliverTx', value: { tx: Buffer.from(tx, 'base64') } })
		// An engine sends the transactions in one go, waits for them at EndBlock, then commits.
		else if (op === 'end') all.push([frames([...values, { case: 'endBlock', value: { height } }]), values.length + 2])
		else if (op === 'commit') all.push([frames([{ case: 'commit', value: {} }]), 2])
	}
	return all
}

const flush = { case: 'flush', value: {} }

async function catchUp(lineOf, folder, requests, EngineSocket) {
	const [port] = await freePorts(1)
	const address = `tcp://127.0.0.1:${port}`
	const home = join(folder, 'home')
	const [command, ...args] = lineOf(address, home)
	const child = spawn(command, args, { stdio: 'ignore' })
	const ended = once(child, 'exit')
	try {
		let engine
		const isOpen = async () => {
			engine = await EngineSocket.open(address).catch(() => undefined)
			return engine !== undefined
		}
		await until('an application that listens', isOpen, { seconds: 60 })
		const [from, before] = [performance.now(), processorSeconds(child.pid)]
		for (const [bytes, count] of requests) {
			engine.responses.length = 0
			engine.socket.write(bytes)
			const answered = engine.until(
				() => engine.responses.length >= count || engine.responses.at(-1)?.case === 'exception',
			)
			await within('the answers of an application', 120, answered)
			const bad = engine.responses.find((one) => one.case === 'exception' || (one.value?.code ?? 0) !== 0)
			if (bad !== undefined) throw new Error(JSON.stringify(bad.value))
		}
		const measured = {
			seconds: (performance.now() - from) / 1000,
			cpu: processorSeconds(child.pid) - before,
		}
		engine.close()
		child.kill('SIGTERM')
		await within('the end of an application', 60, ended)
		return { ...measured, bytes: bytesOf(join(home, 'data')) }
	} finally {
		child.kill('SIGKILL')
	}
}

function bytesOf(folder) {
	const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
	return files.reduce((sum, { parentPath, name }) => sum + readFileSync(join(parentPath, name)).length, 0)
}
