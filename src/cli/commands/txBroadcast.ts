import { textFlag } from '../CommandContext.ts'
import { type CommandSpec, exactly } from '../defineCommand.ts'

/** `tx broadcast` */
export const txBroadcast: CommandSpec = {
	name: 'broadcast',
	args: '[file_path]',
	count: exactly(1),
	description: 'broadcast transactions generated offline',
	details: 'Reads a signed transaction in JSON from a file, or from standard input for -.',
	flags: [
		{
			flag: '-b, --broadcast-mode <mode>',
			description: 'what to wait for: the check (sync), nothing (async) or the block (block)',
			default: 'sync',
			choices: ['sync', 'async', 'block'],
		},
	],
	run: async (context, [file = '']) => {
		const { txBytesOf } = await import('../../codec/txJson/txJson.ts')
		const { broadcastAndPrint } = await import('../support/broadcastAndPrint.ts')
		const { withNode } = await import('../support/connect.ts')
		const { readTxFile } = await import('../support/txFile.ts')
		const bytes = txBytesOf(await readTxFile(context.io, file))
		const mode = (textFlag(context, 'broadcastMode') ?? 'sync') as 'sync' | 'async' | 'block'
		return withNode(context, (connection) => broadcastAndPrint(context, connection, bytes, mode))
	},
}
