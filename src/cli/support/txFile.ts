import { createRegistry } from '../../codec/registry/createRegistry.ts'
import { txFromJson } from '../../codec/txJson/txJson.ts'
import { ChainError } from '../../errors/ChainError.ts'
import { UserError } from '../../errors/UserError.ts'
import type { Tx } from '../../gen/cosmos/tx/v1beta1/tx_pb.js'
import type { CliIo } from '../CliIo.ts'
import { readInput } from './readInput.ts'

/**
 * A transaction in protobuf JSON from a file or `-`.
 *
 * @throws {UserError}
 */
export async function readTxFile(io: CliIo, file: string): Promise<Tx> {
	const text = await readInput(io, file)
	try {
		return txFromJson(text, createRegistry({ evm: true }))
	} catch (cause) {
		if (!(cause instanceof ChainError)) throw cause
		throw new UserError(`${file} holds no transaction.`, {
			why: cause.log,
			next: 'Make one with --generate-only.',
			cause,
		})
	}
}
