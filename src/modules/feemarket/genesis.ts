import { create } from '@bufbuild/protobuf'
import type { Json } from '../../app/AppModule.ts'
import { decodeProtoJson } from '../../codec/gatewayJson/decodeProtoJson.ts'
import { encodeProtoJson } from '../../codec/gatewayJson/encodeProtoJson.ts'
import type { Registry } from '../../codec/registry/createRegistry.ts'
import { type Params, ParamsSchema } from '../../gen/ethermint/feemarket/v1/feemarket_pb.js'
import { GenesisStateSchema } from '../../gen/ethermint/feemarket/v1/genesis_pb.js'
import type { FeeMarketParams } from './feeMarketParams.ts'

/** The module's genesis state (ethermint v0.14.1 x/feemarket/types GenesisState). */
export interface FeeMarketGenesis {
	readonly params: FeeMarketParams
	readonly blockGas: bigint
}

/** Reads the state's JSON. Throws plain errors with the texts of the framework's JSON reader. */
export function parseFeeMarketGenesis(state: Json, registry: Registry): FeeMarketGenesis {
	const { params = create(ParamsSchema), blockGas } = decodeProtoJson(GenesisStateSchema, JSON.stringify(state), {
		registry,
	})
	return {
		params: {
			noBaseFee: params.noBaseFee,
			baseFeeChangeDenominator: params.baseFeeChangeDenominator,
			elasticityMultiplier: params.elasticityMultiplier,
			// An empty text is 0.
			baseFee: BigInt(params.baseFee),
			enableHeight: params.enableHeight,
		},
		blockGas,
	}
}

/** The state as the framework writes it. */
export function feeMarketGenesisToJson({ params, blockGas }: FeeMarketGenesis, registry: Registry): Json {
	const message = create(GenesisStateSchema, { params: feeMarketParamsMessage(params), blockGas })
	return JSON.parse(encodeProtoJson(message, GenesisStateSchema, { registry })) as Json
}

/** The parameters as a protobuf message. */
export function feeMarketParamsMessage(params: FeeMarketParams): Params {
	return create(ParamsSchema, { ...params, baseFee: params.baseFee.toString() })
}
