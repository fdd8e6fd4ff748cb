import { type CommandSpec, exactly } from '../defineCommand.ts'
import { txFlags } from '../support/txFlags.ts'

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
	],
	details: 'The first argument says who signs; --from is not needed. The second is an address in bech32 or 0x form.',
	flags: txFlags,
	run: async (context, [from = '', to = '', amountText = '']) => {
		const { checkAddress } = await import('../support/checkAddress.ts')
		const { coinsArgument } = await import('../support/coinsArgument.ts')
		const { homeConfig } = await import('../support/home.ts')
		const { runTxCommand } = await import('../support/runTxCommand.ts')
		const toAddress = checkAddress(to, homeConfig(context).settings.prefix, 'to send to')
		const amount = coinsArgument(amountText)
		return runTxCommand(
			context,
			(fromAddress) => [{ typeUrl: '/cosmos.bank.v1beta1.MsgSend', value: { fromAddress, toAddress, amount } }],
			from,
		)
	},
}
