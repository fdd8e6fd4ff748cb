import { ChainError } from '../../errors/ChainError.ts'
import { UserError } from '../../errors/UserError.ts'
import { fromBase64, fromHex } from '../../util/bytes.ts'
import { isSet } from '../CommandContext.ts'
import { type CommandSpec, exactly } from '../defineCommand.ts'

/** `tx decode` */
export const txDecode: CommandSpec = {
	name: 'decode',
	args: '[bytes]',
	count: exactly(1),
	description: 'decode the bytes of a transaction, base64, to JSON',
	examples: ['tx decode CqMBCqAB'],
	flags: [{ flag: '-x, --hex', description: 'the bytes are hexadecimal' }],
	run: async (context, [text = '']) => {
		const { createRegistry } = await import('../../codec/registry/createRegistry.ts')
		const { decodeTx } = await import('../../codec/tx/decodeTx.ts')
		const { txToJson } = await import('../../codec/txJson/txJson.ts')
		const isHex = isSet(context, 'hex')
		const bytes = isHex ? fromHex(text) : fromBase64(text)
		if (!bytes) {
			throw isHex
				? new UserError('The argument is not hexadecimal.', { next: 'For base64 leave --hex out.' })
				: new UserError('The argument is not base64.', { next: 'For hexadecimal give --hex.' })
		}
		const registry = createRegistry({ evm: true })
		try {
			context.io.stdout(`${txToJson(decodeTx(bytes, registry), registry)}\n`)
			return undefined
		} catch (cause) {
			if (!(cause instanceof ChainError)) throw cause
			throw new UserError(cause.log, { next: 'Check that the bytes are those of a whole transaction.', cause })
		}
	},
}
