import { generateValidatorKey } from '../../src/engine/validatorKey.ts'
import { genesisFor } from '../../src/node/genesis/genesisFor.ts'
import type { NodeConfig } from '../../src/node/NodeConfig.ts'
import { Greeter } from './Greeter.ts'

/** The built-in genesis of a configuration, and accounts with a million coins each that it got besides. */
export function greeterGenesis(config: NodeConfig, count: number, time: string) {
	const document = JSON.parse(genesisFor(config, generateValidatorKey, time))
	const { auth, bank } = document.app_state
	const first = auth.accounts.length
	const greeters = Array.from({ length: count }, (_, index) => new Greeter(`greeter ${index}`, index + first))
	for (const { address, accountNumber } of greeters) {
		const account = { '@type': '/cosmos.auth.v1beta1.BaseAccount', address, pub_key: null, sequence: '0' }
		auth.accounts.push({ ...account, account_number: String(accountNumber) })
		bank.balances.push({ address, coins: [{ denom: 'uchain', amount: '1000000000000' }] })
	}
	return { document, greeters }
}
