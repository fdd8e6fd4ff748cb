import { readAccount } from '../../client/index.ts'
import { createRegistry } from '../../codec/registry/createRegistry.ts'
import type { SignerData } from '../../codec/signDoc/aminoSignBytes.ts'
import { UserError } from '../../errors/UserError.ts'
import { type CommandContext, isSet, textFlag } from '../CommandContext.ts'
import type { FlagSpec } from '../defineCommand.ts'
import { UsageError } from '../UsageError.ts'
import { withNode } from './connect.ts'
import { homeConfig } from './home.ts'
import { wholeNumber } from './queryCommand.ts'

/** Flags of commands that sign an existing transaction. */
export const signerFlags: readonly FlagSpec[] = [
	{ flag: '--offline', description: 'ask no node; needs --chain-id, --account-number and --sequence' },
	{ flag: '-a, --account-number <n>', description: 'account number of the signer' },
	{ flag: '-s, --sequence <n>', description: 'sequence of the signer' },
]

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
			readAccount(connection, createRegistry({ evm: true }), address),
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
