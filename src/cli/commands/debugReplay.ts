import { textFlag } from '../CommandContext.ts'
import { type CommandSpec, exactly } from '../defineCommand.ts'
import { readInput } from '../support/readInput.ts'

/** `debug replay` */
export const debugReplay: CommandSpec = {
	name: 'replay',
	args: '[script.json]',
	count: exactly(1),
	description: 'run blocks from a file through the application and print JSON lines',
	flags: [{ flag: '--leveldb <dir>', description: 'keep the state in this folder instead of in memory' }],
	run: async (context, [file = '']) => {
		const { runReplay } = await import('../../node/replay.ts')
		const leveldb = textFlag(context, 'leveldb')
		const prefix = textFlag(context, 'prefix')
		const script = await readInput(context.io, file)
		const options = {
			...(leveldb === undefined ? {} : { leveldb }),
			...(prefix === undefined ? {} : { settings: { prefix } }),
		}
		for await (const line of runReplay(script, options)) context.io.stdout(`${line}\n`)
		return undefined
	},
}
