// What a command costs before it does anything: processor time of `--help` and of a query of a running node, beside the command
// line of the framework (--peer) and beside Node itself.
import { spawnSync } from 'node:child_process'
import { startNode, stopNode } from './support/ourNode.js'
import { inFolder } from './support/replays.js'
import { median } from './support/stats.js'

const program = new URL('../../bin/chain-tui.js', import.meta.url).pathname
const rounds = 9

/** Prints milliseconds of processor time (aims: a third of 350 and of 600). */
export async function run({ peer, print, row }) {
	const bare = spent(process.execPath, ['-e', '0'])
	print(`node -e 0           ${bare.toFixed(0)} ms of processor`)
	await inFolder(async (home) => {
		const node = await startNode(home, [], ['rpc'])
		try {
			const question = ['q', 'bank', 'total']
			const cases = [
				['chain-tui --help', ['--help'], ['--help'], 117],
				[
					'chain-tui q bank total',
					[...question, '--home', home],
					[...question, '--node', node.rpc, '--home', home],
					200,
				],
			]
			for (const [what, ours, theirs, aim] of cases) {
				const own = spent(process.execPath, [program, ...ours])
				const other = peer === undefined ? undefined : spent(peer, theirs)
				print(`${what.padEnd(24)}${own.toFixed(0)} ms${other === undefined ? '' : `, the peer ${other.toFixed(0)} ms`}`)
				const beside = other === undefined ? {} : { peer: other }
				row({ what: `processor time of ${what}`, ours: own, unit: 'ms', aim: `<= ${aim}`, ...beside })
			}
		} finally {
			await stopNode(node)
		}
	})
}

/** Median milliseconds of user and system time of a program's runs. */
function spent(command, args) {
	// A shell's own clock: Node does not tell the processor time of a child.
	const script = 'times=$( { TIMEFORMAT="%U %S"; time "$@" >/dev/null 2>/dev/null; } 2>&1 ); echo "$times"'
	const once = () => {
		const { stdout, status } = spawnSync('bash', ['-c', script, 'bash', command, ...args], {
			encoding: 'utf8',
			timeout: 60_000,
		})
		const [user, system] = stdout.trim().split(' ').map(Number)
		if (status !== 0 || Number.isNaN(user + system))
			throw new Error(`${command} ${args.join(' ')} told no time: ${stdout}`)
		return (user + system) * 1_000
	}
	return median(Array.from({ length: rounds }, once))
}
