import type { DescMessage } from '@bufbuild/protobuf'
import { BaseAccountSchema, ModuleAccountSchema } from '../../gen/cosmos/auth/v1beta1/auth_pb.js'
import { SendAuthorizationSchema } from '../../gen/cosmos/bank/v1beta1/authz_pb.js'
import { PubKeySchema as Ed25519PubKeySchema } from '../../gen/cosmos/crypto/ed25519/keys_pb.js'
import { LegacyAminoPubKeySchema } from '../../gen/cosmos/crypto/multisig/keys_pb.js'
import { PubKeySchema as Secp256k1PubKeySchema } from '../../gen/cosmos/crypto/secp256k1/keys_pb.js'
import { PubKeySchema as Secp256r1PubKeySchema } from '../../gen/cosmos/crypto/secp256r1/keys_pb.js'
import { ParameterChangeProposalSchema } from '../../gen/cosmos/params/v1beta1/params_pb.js'
import { TxSchema } from '../../gen/cosmos/tx/v1beta1/tx_pb.js'
import {
	BaseVestingAccountSchema,
	ContinuousVestingAccountSchema,
	DelayedVestingAccountSchema,
	PeriodicVestingAccountSchema,
	PermanentLockedAccountSchema,
} from '../../gen/cosmos/vesting/v1beta1/vesting_pb.js'
import { PubKeySchema } from '../../gen/ethermint/crypto/v1/ethsecp256k1/keys_pb.js'
import {
	AccessListTxSchema,
	DynamicFeeTxSchema,
	ExtensionOptionsEthereumTxSchema,
	LegacyTxSchema,
	MsgEthereumTxSchema,
	SetCodeTxSchema,
} from '../../gen/ethermint/evm/v1/tx_pb.js'
import { EthAccountSchema } from '../../gen/ethermint/types/v1/account_pb.js'
import { ExtensionOptionsWeb3TxSchema } from '../../gen/ethermint/types/v1/web3_pb.js'
import { chainMessages } from './chainMessages.ts'
import type { InterfaceName } from './goInterfaces.ts'

const vestingAccounts = [
	ContinuousVestingAccountSchema,
	DelayedVestingAccountSchema,
	PeriodicVestingAccountSchema,
	PermanentLockedAccountSchema,
]

const accounts = [
	BaseAccountSchema,
	ModuleAccountSchema,
	BaseVestingAccountSchema,
	DelayedVestingAccountSchema,
	ContinuousVestingAccountSchema,
	PeriodicVestingAccountSchema,
	PermanentLockedAccountSchema,
]

/** Types of the framework's auth, vesting, bank, params, of transactions, keys and greet (v0.44.5 codec.go files). */
export const standardTypes: readonly (readonly [InterfaceName, readonly DescMessage[]])[] = [
	['msg', chainMessages.map(({ schema }) => schema)],
	['tx', [TxSchema]],
	['pubKey', [Ed25519PubKeySchema, Secp256k1PubKeySchema, LegacyAminoPubKeySchema, Secp256r1PubKeySchema]],
	['account', accounts],
	['genesisAccount', accounts],
	['vestingAccount', vestingAccounts],
	['authorization', [SendAuthorizationSchema]],
	['content', [ParameterChangeProposalSchema]],
]

/** The kinds of Ethereum transactions; the reference has no SetCodeTx. */
export const txDataSchemas = [DynamicFeeTxSchema, AccessListTxSchema, LegacyTxSchema, SetCodeTxSchema] as const

/** Types that the EVM's modules register (ethermint v0.14.1 codec.go of types, x/evm/types, crypto/codec). */
export const evmTypes: readonly (readonly [InterfaceName, readonly DescMessage[]])[] = [
	['msg', [MsgEthereumTxSchema]],
	['txData', txDataSchemas],
	['pubKey', [PubKeySchema]],
	['account', [EthAccountSchema]],
	['genesisAccount', [EthAccountSchema]],
	['ethereumExtension', [ExtensionOptionsEthereumTxSchema]],
	['web3Extension', [ExtensionOptionsWeb3TxSchema]],
]
