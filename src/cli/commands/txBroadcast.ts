import { isSet, textFlag } from '../CommandContext.ts'
import { type CommandSpec, exactly } from '../defineCommand.ts'
import type { BroadcastWish } from '../support/broadcastAndPrint.ts'

/** `tx broadcast` */
export const txBroadcast: CommandSpec = {
	name: 'broadcast',
	args: '[file_path]',
	count: exactly(1),
	description: 'broadcast transactions generated offline',
	examples: ['tx broadcast signed.json'],
	details: 'Reads a signed transaction in JSON from a file, or from standard input for -.',
	flags: [
		{
			flag: '-b, --broadcast-mode <mode>',
			description: 'what to wait for: the check (sync, default), nothing (async) or the block (block)',
			choices: ['sync', 'async', 'block'],
		},
		{ flag: '--wait', description: 'wait until the transaction is in a block; default on a terminal' },
	],
	run: async (context, [file = '']) => {
		const { createRegistry } = await import('../../codec/registry/createRegistry.ts')
		const { txBytesOf } = await import('../../codec/txJson/txJson.ts')
		const { broadcastAndPrint } = await import('../support/broadcastAndPrint.ts')
		const { withNode } = await import('../support/connect.ts')
		const { readTxFile } = await import('../support/txFile.ts')
		const bytes = txBytesOf(await readTxFile(context.io, file))
		const asked = textFlag(context, 'broadcastMode') as BroadcastWish['broadcastMode'] | undefined
		const wish = {
			broadcastMode: asked ?? 'sync',
			wait: isSet(context, 'wait') || (context.io.interactive && asked === undefined),
		}
		return withNode(context, (connection) =>
			broadcastAndPrint(context, { connection, registry: createRegistry({ evm: true }) }, bytes, wish),
		)
	},
}
