import type { FlagSpec } from '../defineCommand.ts'
import { keyringFlag } from './home.ts'

/** The standard transaction flags (framework: client/flags AddTxFlagsToCmd). */
export const txFlags: readonly FlagSpec[] = [
	{ flag: '--from <key>', description: 'name or address of the key that signs' },
	{
		flag: '--fees <coins>',
		description: 'fee to pay, such as 2000uchain; auto, also when left out, for what the node asks for',
	},
	{ flag: '--gas <n>', description: 'gas limit; auto to estimate it', default: '200000' },
	{ flag: '--gas-adjustment <n>', description: 'factor on estimated gas', default: '1.3' },
	{ flag: '--gas-prices <coins>', description: 'price of a unit of gas to make the fee of, such as 0.01uchain' },
	{ flag: '--memo <text>', description: 'note to put into the transaction' },
	{ flag: '--note <text>', description: 'the same as --memo', hidden: true },
	{ flag: '--timeout-height <n>', description: 'refuse the transaction after this height' },
	{
		flag: '-b, --broadcast-mode <mode>',
		description: 'what to wait for: the check (sync, default), nothing (async) or the block (block)',
	},
	{ flag: '--wait', description: 'wait until the transaction is in a block; default on a terminal' },
	{
		flag: '--sign-mode <mode>',
		description: 'direct or amino-json',
		default: 'direct',
		choices: ['direct', 'amino-json'],
	},
	{
		flag: '--signers <names>',
		description: 'of a threshold key: members that sign; as many as it takes when left out',
	},
	{ flag: '--generate-only', description: 'print the unsigned transaction; --from is an address' },
	{ flag: '--offline', description: 'ask no node; needs --chain-id, --account-number and --sequence' },
	{ flag: '-a, --account-number <n>', description: 'account number of the signer' },
	{ flag: '-s, --sequence <n>', description: 'sequence of the signer' },
	{ flag: '-y, --yes', description: 'do not ask before sending' },
	{ flag: '--dry-run', description: 'only estimate the gas' },
	{ flag: '--fee-account <address>', description: 'account that pays the fee instead of the signer' },
	keyringFlag,
]
