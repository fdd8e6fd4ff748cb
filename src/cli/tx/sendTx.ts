import { isGoBlank } from '../../util/goString.ts'
import { textFlag, UsageError } from '../CommandContext.ts'
import { type CommandSpec, exactly, type FlagSpec } from '../defineCommand.ts'
import { keyringFlag } from '../support/home.ts'

/** The flag of every command that signs, for an account that is no key of the home. */
export const actAsFlag: FlagSpec = {
	flag: '--act-as <address>',
	description: 'send as this account without a signature, on a node of your own with --admin',
}

/** How a transaction is signed. */
export const signModeFlag: FlagSpec = {
	flag: '--sign-mode <mode>',
	description: 'direct or amino-json',
	default: 'direct',
	choices: ['direct', 'amino-json'],
}

/** Whose signature it is, where no node is to tell. */
export const signerFlags: readonly FlagSpec[] = [
	{ flag: '--offline', description: 'ask no node; needs --chain-id, --account-number and --sequence' },
	{ flag: '-a, --account-number <n>', description: 'account number of the signer' },
	{ flag: '-s, --sequence <n>', description: 'sequence of the signer' },
]

/** The standard transaction flags (framework: client/flags AddTxFlagsToCmd). */
export const txFlags: readonly FlagSpec[] = [
	{ flag: '--from <key>', description: 'name or address of the key that signs' },
	actAsFlag,
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
	signModeFlag,
	{
		flag: '--signers <names>',
		description: 'of a threshold key: members that sign; as many as it takes when left out',
	},
	{ flag: '--generate-only', description: 'print the unsigned transaction; --from is an address' },
	...signerFlags,
	{ flag: '-y, --yes', description: 'do not ask before sending' },
	{ flag: '--dry-run', description: 'only estimate the gas' },
	{ flag: '--fee-account <address>', description: 'account that pays the fee instead of the signer' },
	keyringFlag,
]

/** `tx bank send` */
export const bankSend: CommandSpec = {
	name: 'send',
	args: '[from_key_or_address] [to_address] [amount]',
	count: exactly(3),
	description: 'send funds from one account to another',
	settings: ['minimumGasPrices'],
	examples: [
		'tx bank send alice chain19rl4cm2hmr8afy4kldpxz3fka4jguq0afzek5q 5000000uchain --yes',
		'tx bank send alice 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 5000000uchain',
		'tx bank send alice bob 5000000uchain --yes',
	],
	details:
		'The first argument says who signs; --from is not needed. The second is an address in bech32 or 0x form, or the name of a key.',
	flags: txFlags,
	run: async (context, [from = '', to = '', amountText = '']) => {
		const { addressOfName, checkAddress } = await import('../keys/namedAddress.ts')
		const { coinsArgument } = await import('../support/amountText.ts')
		const { homeConfig } = await import('../support/home.ts')
		const { runTxCommand } = await import('./runTxCommand.ts')
		const toAddress = checkAddress(
			(await addressOfName(context, to)) ?? to,
			homeConfig(context).settings.prefix,
			'to send to',
		)
		const amount = coinsArgument(amountText)
		return runTxCommand(
			context,
			(fromAddress) => [{ typeUrl: '/cosmos.bank.v1beta1.MsgSend', value: { fromAddress, toAddress, amount } }],
			from,
		)
	},
}

/** `tx greet create-greeting` */
export const createGreeting: CommandSpec = {
	name: 'create-greeting',
	args: '[message]',
	count: exactly(1),
	description: 'creates a new greeting',
	settings: ['minimumGasPrices'],
	examples: ["tx greet create-greeting 'hello world' --from alice --yes --wait"],
	flags: txFlags,
	run: async (context, [message = '']) => {
		// The message's own checks, in their order, before a key is used (the greet module's ValidateBasic).
		if (textFlag(context, 'from') === undefined && textFlag(context, 'actAs') === undefined) {
			throw new UsageError('invalid owner address (empty address string is not allowed): invalid address', {
				next: 'Name the key that signs with --from.',
			})
		}
		if (isGoBlank(message)) throw new UsageError('must provide a greeting message')
		const { runTxCommand } = await import('./runTxCommand.ts')
		return runTxCommand(context, (owner) => [
			{ typeUrl: '/chain.greet.v1beta1.MsgCreateGreet', value: { message, owner } },
		])
	},
}
