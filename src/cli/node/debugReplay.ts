import { availableParallelism } from 'node:os'
import type { ReplayPlan } from '../../node/replay/replayPlan.ts'
import { isSet, textFlag } from '../CommandContext.ts'
import { type CommandSpec, exactly } from '../defineCommand.ts'
import { openInput } from '../support/readInput.ts'

/** Characters per write. A write per line would take a fifth of the time. */
const chunkSize = 65_536

/** `debug replay` */
export const debugReplay: CommandSpec = {
	name: 'replay',
	args: '[script.json]',
	count: exactly(1),
	description: 'run blocks from a file through the application and print JSON lines',
	examples: ['debug replay script.json'],
	flags: [
		{ flag: '--leveldb <dir>', description: 'keep the state in this folder instead of in memory' },
		{
			flag: '--timing',
			description: 'print the number of steps and the seconds they took, without reading them, on standard error',
		},
	],
	run: async (context, [file = '']) => {
		const { runReplay } = await import('../../node/replay/replay.ts')
		const { readReplayPlan } = await import('../../node/replay/replayPlan.ts')
		const leveldb = textFlag(context, 'leveldb')
		const prefix = textFlag(context, 'prefix')
		const plan = timedReading(readReplayPlan(await openInput(context.io, file)))
		const { bundledSignatureThread } = await import('../../node/threads/startSignatureThread.ts')
		// As `abci` has it by default.
		const signatures = bundledSignatureThread(availableParallelism())
		const options = {
			...(leveldb === undefined ? {} : { leveldb }),
			...(prefix === undefined ? {} : { settings: { prefix } }),
			signatures,
		}
		const from = performance.now()
		let steps = -1
		let chunk = ''
		try {
			for await (const line of runReplay(plan, options)) {
				steps++
				chunk += `${line}\n`
				if (chunk.length < chunkSize) continue
				context.io.stdout(chunk)
				chunk = ''
			}
		} finally {
			context.io.stdout(chunk)
			signatures?.close()
		}
		if (isSet(context, 'timing')) {
			const seconds = ((performance.now() - from - plan.readingMs()) / 1000).toFixed(3)
			context.io.stderr(`steps ${steps} seconds ${seconds}\n`)
		}
	},
}

/** A plan that tells how long its steps were read: no node reads a script, and the framework's replay counts without it. */
function timedReading(plan: ReplayPlan): ReplayPlan & { readonly readingMs: () => number } {
	let readingMs = 0
	return {
		head: plan.head,
		readingMs: () => readingMs,
		*parts() {
			const parts = plan.parts()[Symbol.iterator]()
			for (;;) {
				const from = performance.now()
				const part = parts.next()
				readingMs += performance.now() - from
				if (part.done === true) return
				yield part.value
			}
		},
	}
}
