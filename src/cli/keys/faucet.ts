import type { TxProgress } from '../../client/index.ts'
import { coinsToText } from '../../codec/coins/coins.ts'
import { UserError } from '../../errors/UserError.ts'
import type { CommandSpec } from '../defineCommand.ts'
import { printResult } from '../printResult.ts'

/** `faucet` */
export const faucet: CommandSpec = {
	name: 'faucet',
	args: '[to_key_or_address] [amount]',
	count: { min: 1, max: 2 },
	description: 'send coins from the published faucet account of a built-in genesis',
	settings: ['minimumGasPrices'],
	examples: ['faucet alice', 'faucet 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 5000000uchain'],
	details:
		'A thousand coins unless an amount such as 5000000uchain is given. Waits for the block. The address may be bech32 or 0x.',
	run: async (context, [to = '', amountText]) => {
		const [{ createChainClient }, { coinsArgument }, { openKeyring }, { faucetMnemonic }, { faucetPortion }] =
			await Promise.all([
				import('../../client/index.ts').then((client) => client.loadChainClient()),
				import('../support/amountText.ts'),
				import('../../keyring/openKeyring.ts'),
				import('../../node/genesis/defaultGenesis.ts'),
				import('../../node/genesis/faucet.ts'),
			])
		const { homeConfig } = await import('../support/home.ts')
		const { namedAddress } = await import('./namedAddress.ts')
		const { connect } = await import('../support/connect.ts')
		const { settings, minimumGasPrices } = homeConfig(context)
		const address = await namedAddress(context, to)
		const amount = coinsArgument(amountText ?? `${faucetPortion}${settings.denom}`)
		// The faucet's mnemonic is public, so a keyring in memory suffices.
		const keyring = await openKeyring({ folder: undefined, settings })
		await keyring.importMnemonic('faucet', faucetMnemonic)
		const connection = await connect(context)
		const client = createChainClient({ connection, keyring, settings, gasPrices: minimumGasPrices, admin: false })
		try {
			let last: TxProgress | undefined
			for await (const progress of client.send('faucet', address, amount)) last = progress
			if (last?.state !== 'committed') throw refusal(last, address)
			await printResult(context, {
				to: address,
				amount: coinsToText(amount),
				txhash: last.hash,
				height: String(last.height),
			})
		} finally {
			await client.close()
		}
	},
}

function refusal(last: TxProgress | undefined, address: string): UserError {
	if (last?.state !== 'failed') return new UserError('The faucet transaction entered no block.')
	return new UserError(`The faucet could not send to ${address}.`, {
		why: last.problem,
		next: 'Only chains whose genesis funds the published faucet mnemonic have one; elsewhere send from a key with coins.',
	})
}
