import { create } from '@bufbuild/protobuf'
import { packAny, type Registry } from '../../codec/registry/createRegistry.ts'
import type { SignerData } from '../../codec/signDoc/aminoSignBytes.ts'
import { UserError } from '../../errors/UserError.ts'
import { AuthInfoSchema, type Tx, TxBodySchema, TxSchema } from '../../gen/cosmos/tx/v1beta1/tx_pb.js'
import type { KeyInfo } from '../../keyring/Keyring.ts'
import type { Coin, MsgInput } from '../chainTypes.ts'
import { readAccount } from '../queries/readAccount.ts'
import type { RpcConnection } from '../rpc/RpcConnection.ts'
import { createMessage, schemaOf } from './createMessage.ts'

/** Content of a transaction, whoever signs it. */
export interface TxDraft {
	readonly messages: readonly MsgInput[]
	readonly memo: string
	/** 0 for none. */
	readonly timeoutHeight: bigint
	/** Account that pays the fee under a fee grant; empty for none. */
	readonly feeGranter: string
}

/** A draft with its signing key and that key's account data. */
export interface PreparedTx extends TxDraft, SignerData {
	readonly key: KeyInfo
}

/** Gas limit and fee of one transaction. */
export interface TxCost {
	readonly gas: bigint
	readonly fee: readonly Coin[]
}

/** The connection and settings that the steps of a transaction share. */
export interface TxSource {
	readonly connection: RpcConnection
	readonly registry: Registry
}

/**
 * First step of every transaction: collects what a signature covers besides the messages. Fields of `given` are used
 * unchanged; the node is asked for the rest.
 * @throws {UserError} if the account does not exist.
 */
export async function prepareTx(
	{ connection, registry }: TxSource,
	key: KeyInfo,
	draft: TxDraft,
	given: Partial<SignerData> = {},
): Promise<PreparedTx> {
	const [chainId, account] = await Promise.all([
		given.chainId ?? connection.call('status').then((status) => status.node_info.network),
		readAccount({ connection, registry }, key.address),
	])
	const accountNumber = given.accountNumber ?? account?.accountNumber
	if (accountNumber === undefined) {
		throw new UserError('This account is not on the chain yet.', {
			next: 'Send it some coins first, for instance from the faucet.',
		})
	}
	return { ...draft, key, chainId, accountNumber, sequence: given.sequence ?? account?.sequence ?? 0n }
}

/** The transaction of a draft without signers, as `--generate-only` prints it. */
export function unsignedTx(draft: TxDraft, cost: TxCost): Tx {
	const messages = draft.messages.map((input) => packAny(schemaOf(input.typeUrl), createMessage(input)))
	return create(TxSchema, {
		body: create(TxBodySchema, { messages, memo: draft.memo, timeoutHeight: draft.timeoutHeight }),
		authInfo: create(AuthInfoSchema, {
			fee: { amount: cost.fee.map((coin) => ({ ...coin })), gasLimit: cost.gas, granter: draft.feeGranter },
		}),
		signatures: [],
	})
}
