/** Go interfaces of Any values, by the names under which the framework registers them. */
export const goInterfaces = {
	msg: { name: 'cosmos.base.v1beta1.Msg', goType: '*types.Msg', listed: true },
	tx: { name: 'cosmos.tx.v1beta1.Tx', goType: '*types.Tx', listed: true },
	pubKey: { name: 'cosmos.crypto.PubKey', goType: '*types.PubKey', listed: true },
	account: { name: 'cosmos.auth.v1beta1.AccountI', goType: '*types.AccountI', listed: true },
	genesisAccount: { name: 'cosmos.auth.v1beta1.GenesisAccount', goType: '*types.GenesisAccount', listed: true },
	vestingAccount: { name: 'cosmos.vesting.v1beta1.VestingAccount', goType: '*exported.VestingAccount', listed: true },
	authorization: { name: 'cosmos.authz.v1beta1.Authorization', goType: '*authz.Authorization', listed: false },
	txData: { name: 'ethermint.evm.v1.TxData', goType: '*types.TxData', listed: false },
	ethereumExtension: {
		name: 'ethermint.evm.v1.ExtensionOptionsEthereumTx',
		goType: '*types.ExtensionOptionsEthereumTxI',
		listed: false,
	},
	web3Extension: {
		name: 'ethermint.v1.ExtensionOptionsWeb3Tx',
		goType: '*types.ExtensionOptionsWeb3TxI',
		listed: false,
	},
	content: { name: 'cosmos.gov.v1beta1.Content', goType: '*types.Content', listed: false },
} as const

/** One of the Go interfaces. */
export type InterfaceName = keyof typeof goInterfaces
