import { readAccount } from '../../client/index.ts'
import { addressFromText } from '../../codec/address/address.ts'
import type { Registry } from '../../codec/registry/createRegistry.ts'
import type { SignerData } from '../../codec/signDoc/aminoSignBytes.ts'
import { messageSigners } from '../../codec/tx/messageSigners.ts'
import { UserError } from '../../errors/UserError.ts'
import type { Tx } from '../../gen/cosmos/tx/v1beta1/tx_pb.js'
import { toHex } from '../../util/bytes.ts'
import { type CommandContext, isSet, textFlag, UsageError } from '../CommandContext.ts'
import { wholeNumber } from '../query/queryCommand.ts'
import { withNode } from '../support/connect.ts'
import { everyType } from '../support/everyType.ts'
import { homeConfig } from '../support/home.ts'

/** Chain id, account number and sequence of an address: from the flags if offline, otherwise from the node. */
export async function signerOf(context: CommandContext, address: string): Promise<SignerData> {
	const accountNumber = wholeNumber(context, 'accountNumber')
	const sequence = wholeNumber(context, 'sequence')
	if (isSet(context, 'offline')) {
		if (accountNumber === undefined || sequence === undefined) {
			throw new UsageError('offline signing needs the account number and sequence', {
				next: 'Give --account-number and --sequence; see them with `chain-tui q auth account ADDRESS`.',
			})
		}
		return { chainId: homeConfig(context).chainId, accountNumber: BigInt(accountNumber), sequence: BigInt(sequence) }
	}
	return withNode(context, async (connection) => {
		const [account, status] = await Promise.all([
			readAccount({ connection, registry: everyType() }, address),
			connection.call('status'),
		])
		if (!account) {
			throw new UserError(`account ${address} not found: key not found`, { next: 'Send it some coins first.' })
		}
		return {
			chainId: textFlag(context, 'chainId') ?? status.node_info.network,
			accountNumber: accountNumber === undefined ? account.accountNumber : BigInt(accountNumber),
			sequence: sequence === undefined ? account.sequence : BigInt(sequence),
		}
	})
}

/** Who is to sign a transaction, and how. */
export interface IntendedSigner {
	/** bech32 address of the signing account; for a member of a threshold account the account's. */
	readonly account: string
	/** Name of the key that signs. */
	readonly name: string
	readonly mode: 'direct' | 'amino-json'
}

/**
 * Checks that an account is one of those whose signature a transaction needs (cosmos-sdk v0.44.5 x/auth/client/tx.go
 * SignTx, client/tx/tx.go checkMultipleSigners).
 * @throws {UserError} if it is not, if a message names an invalid address, and for mode direct with several signers.
 */
export function checkSigner(tx: Tx, registry: Registry, { account, name, mode }: IntendedSigner): void {
	const signers = new Map<string, string>()
	const given = rawAddress(account, account)
	const messages = (tx.body?.messages ?? []).map((any) => registry.unpack(any, 'msg'))
	for (const address of messageSigners(messages)) signers.set(rawAddress(address, account), address)
	if (!signers.has(given)) {
		throw new UserError(`tx intended signer does not match the given signer: ${name}`, {
			why:
				signers.size === 0
					? 'No message of it needs a signature.'
					: `It is for ${[...signers.values()].join(', ')} to sign.`,
			next: 'Name the key of that address with --from, or its threshold account with --multisig.',
		})
	}
	if (mode === 'direct' && signers.size > 1) {
		throw new UserError(
			'Signing in DIRECT mode is only supported for transactions with one signer only: feature not supported',
			{ next: 'Let each sign with --sign-mode amino-json.' },
		)
	}
}

/** Hex of a message's address, which must have the prefix of the signing account. */
function rawAddress(address: string, account: string): string {
	try {
		return toHex(addressFromText(address, account.slice(0, account.lastIndexOf('1'))))
	} catch (cause) {
		throw new UserError(`"${address}" is no account that could sign this transaction.`, {
			because: cause,
			next: 'Make the transaction again, with addresses of this chain.',
		})
	}
}
