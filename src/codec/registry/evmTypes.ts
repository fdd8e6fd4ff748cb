import type { DescMessage } from '@bufbuild/protobuf'
import { PubKeySchema } from '../../gen/ethermint/crypto/v1/ethsecp256k1/keys_pb.js'
import {
	AccessListTxSchema,
	DynamicFeeTxSchema,
	ExtensionOptionsEthereumTxSchema,
	LegacyTxSchema,
	MsgEthereumTxSchema,
} from '../../gen/ethermint/evm/v1/tx_pb.js'
import { EthAccountSchema } from '../../gen/ethermint/types/v1/account_pb.js'
import { ExtensionOptionsWeb3TxSchema } from '../../gen/ethermint/types/v1/web3_pb.js'
import type { InterfaceName } from './goInterfaces.ts'

/**
 * Types that the EVM's modules register (ethermint v0.14.1 types/codec.go, x/evm/types/codec.go, crypto/codec). A chain
 * without an EVM refuses them.
 */
export const evmTypes: readonly (readonly [InterfaceName, readonly DescMessage[]])[] = [
	['msg', [MsgEthereumTxSchema]],
	['txData', [DynamicFeeTxSchema, AccessListTxSchema, LegacyTxSchema]],
	['pubKey', [PubKeySchema]],
	['account', [EthAccountSchema]],
	['genesisAccount', [EthAccountSchema]],
	['ethereumExtension', [ExtensionOptionsEthereumTxSchema]],
	['web3Extension', [ExtensionOptionsWeb3TxSchema]],
]
