import { create } from '@bufbuild/protobuf'
import { packAny, type Registry } from '../../codec/registry/createRegistry.ts'
import type { SignerData } from '../../codec/signDoc/aminoSignBytes.ts'
import { UserError } from '../../errors/UserError.ts'
import { AuthInfoSchema, type Tx, TxBodySchema, TxSchema } from '../../gen/cosmos/tx/v1beta1/tx_pb.js'
import type { KeyInfo } from '../../keyring/Keyring.ts'
import type { Coin, MsgInput } from '../ChainClient.ts'
import { readAccount } from '../queries/accounts.ts'
import type { RpcConnection } from '../rpc/RpcConnection.ts'
import { createMessage, schemaOf } from './createMessage.ts'

/** What a transaction is to do, whoever signs it. */
export interface TxDraft {
	readonly messages: readonly MsgInput[]
	readonly memo: string
	/** 0 for none. */
	readonly timeoutHeight: bigint
	/** Account that pays the fee instead of the signer, when it granted that; empty for none. */
	readonly feeGranter: string
}

/** A draft with the key that signs it, and that key's place on the chain. */
export interface PreparedTx extends TxDraft, SignerData {
	readonly key: KeyInfo
}

/** Gas limit and fee of one transaction. */
export interface TxCost {
	readonly gas: bigint
	readonly fee: readonly Coin[]
}

/** Where the path of a transaction asks and sends. */
export interface TxSource {
	readonly connection: RpcConnection
	readonly registry: Registry
}

/**
 * First step of every transaction: finds out what a signature covers besides the messages. What is `given` is taken as it is,
 * the rest is asked of the node.
 *
 * @throws UserError when the account is not on the chain.
 */
export async function prepareTx(
	{ connection, registry }: TxSource,
	key: KeyInfo,
	draft: TxDraft,
	given: Partial<SignerData> = {},
): Promise<PreparedTx> {
	const [chainId, account] = await Promise.all([
		given.chainId ?? connection.call('status').then((status) => status.node_info.network),
		readAccount(connection, registry, key.address),
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
