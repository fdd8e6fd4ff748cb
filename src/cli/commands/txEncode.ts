import { type CommandSpec, exactly } from '../defineCommand.ts'

/** `tx encode` */
export const txEncode: CommandSpec = {
	name: 'encode',
	args: '[file]',
	count: exactly(1),
	description: 'encode a transaction in JSON as base64 of its bytes',
	examples: ['tx encode signed.json'],
	run: async (context, [file = '']) => {
		const { txBytesOf } = await import('../../codec/txJson/txJson.ts')
		const { toBase64 } = await import('../../util/bytes.ts')
		const { readTxFile } = await import('../support/txFile.ts')
		context.io.stdout(`${toBase64(txBytesOf(await readTxFile(context.io, file)))}\n`)
		return undefined
	},
}
