/**
 * The interfaces an Any may stand for, with the types registered for each (framework: codec/types InterfaceRegistry after
 * std.RegisterInterfaces and the modules' RegisterInterfaces). Type names without the leading slash.
 */
export const registeredInterfaces: Readonly<Record<string, readonly string[]>> = {
	'cosmos.base.v1beta1.Msg': [
		'cosmos.bank.v1beta1.MsgSend',
		'cosmos.bank.v1beta1.MsgMultiSend',
		'cosmos.vesting.v1beta1.MsgCreateVestingAccount',
		'chain.greet.v1beta1.MsgCreateGreet',
	],
	'cosmos.tx.v1beta1.Tx': ['cosmos.tx.v1beta1.Tx'],
	'cosmos.crypto.PubKey': [
		'cosmos.crypto.ed25519.PubKey',
		'cosmos.crypto.secp256k1.PubKey',
		'cosmos.crypto.multisig.LegacyAminoPubKey',
		'cosmos.crypto.secp256r1.PubKey',
	],
	'cosmos.auth.v1beta1.AccountI': [
		'cosmos.auth.v1beta1.BaseAccount',
		'cosmos.auth.v1beta1.ModuleAccount',
		'cosmos.vesting.v1beta1.BaseVestingAccount',
		'cosmos.vesting.v1beta1.DelayedVestingAccount',
		'cosmos.vesting.v1beta1.ContinuousVestingAccount',
		'cosmos.vesting.v1beta1.PeriodicVestingAccount',
		'cosmos.vesting.v1beta1.PermanentLockedAccount',
	],
	'cosmos.auth.v1beta1.GenesisAccount': [
		'cosmos.auth.v1beta1.BaseAccount',
		'cosmos.auth.v1beta1.ModuleAccount',
		'cosmos.vesting.v1beta1.BaseVestingAccount',
		'cosmos.vesting.v1beta1.DelayedVestingAccount',
		'cosmos.vesting.v1beta1.ContinuousVestingAccount',
		'cosmos.vesting.v1beta1.PeriodicVestingAccount',
		'cosmos.vesting.v1beta1.PermanentLockedAccount',
	],
	'cosmos.vesting.v1beta1.VestingAccount': [
		'cosmos.vesting.v1beta1.ContinuousVestingAccount',
		'cosmos.vesting.v1beta1.DelayedVestingAccount',
		'cosmos.vesting.v1beta1.PeriodicVestingAccount',
		'cosmos.vesting.v1beta1.PermanentLockedAccount',
	],
	'cosmos.bank.v1beta1.SupplyI': ['cosmos.bank.v1beta1.Supply'],
}
