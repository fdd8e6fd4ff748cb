import { create } from '@bufbuild/protobuf'
import type { Context } from '../../app/Context.ts'
import type { Subspace } from '../../app/expectedKeepers.ts'
import { isDenom } from '../../codec/coins/coins.ts'
import { PanicError } from '../../errors/ChainError.ts'
import { ChainConfigSchema, type Params, ParamsSchema } from '../../gen/ethermint/evm/v1/evm_pb.js'
import {
	type ChainConfig,
	chainConfigFault,
	chainConfigFields,
	chainConfigFromJson,
	chainConfigToJson,
} from './chainConfig.ts'

/** Parameters of the EVM (ethermint v0.14.1 x/evm/types/params.go). */
export interface EvmParams {
	/** Denomination of the EVM's unit. */
	readonly evmDenom: string
	readonly enableCreate: boolean
	readonly enableCall: boolean
	/** Improvements switched on before their fork; undefined is a list that was left out. */
	readonly extraEips: readonly number[] | undefined
	readonly chainConfig: ChainConfig
}

const keys = ['EVMDenom', 'EnableCreate', 'EnableCall', 'EnableExtraEIPs', 'ChainConfig'] as const

/** Improvements that may be switched on by themselves. */
const activatable: readonly number[] = [1344, 1884, 2200, 2929, 3198, 3529]
/** Those besides that the reference does not know: the contract at 0x100 that checks P-256 signatures (EIP-7951). */
const ownEips: readonly number[] = [7951]

/** Reads the parameters: five store reads. Panics when they were never set. */
export function readEvmParams(ctx: Context, subspace: Subspace): EvmParams {
	const texts = keys.map((key) => subspace.get(ctx, key))
	if (last?.texts.every((text, at) => text === texts[at])) return last.params
	const [denom = '""', create, call, eips = 'null', config = '{}'] = texts
	const params: EvmParams = {
		evmDenom: JSON.parse(denom) as string,
		enableCreate: create === 'true',
		enableCall: call === 'true',
		extraEips: (JSON.parse(eips) as readonly string[] | null)?.map(Number),
		chainConfig: chainConfigFromJson(JSON.parse(config) as Readonly<Record<string, unknown>>),
	}
	last = { texts, params }
	return params
}

/** Cache of the last parsed texts, because the parameters rarely change. */
let last: { readonly texts: readonly string[]; readonly params: EvmParams } | undefined

/** Checks and writes the parameters. Panics with the text of the first fault. */
export function writeEvmParams(ctx: Context, subspace: Subspace, params: EvmParams): void {
	const fault = evmParamsFault(params)
	if (fault !== undefined) throw new PanicError(`value from ParamSetPair is invalid: ${fault}`)
	subspace.set(ctx, keys[0], JSON.stringify(params.evmDenom))
	subspace.set(ctx, keys[1], String(params.enableCreate))
	subspace.set(ctx, keys[2], String(params.enableCall))
	subspace.set(ctx, keys[3], JSON.stringify(params.extraEips?.map(String) ?? null))
	subspace.set(ctx, keys[4], chainConfigToJson(params.chainConfig))
}

/** The fault of parameters; undefined if they are valid. */
export function evmParamsFault({ evmDenom, extraEips, chainConfig }: EvmParams): string | undefined {
	if (!isDenom(evmDenom)) return `invalid denom: ${evmDenom}`
	const unknown = extraEips?.find((eip) => ![...activatable, ...ownEips].includes(eip))
	if (unknown !== undefined) return `EIP ${unknown} is not activateable, valid EIPS are: [${activatable.join(' ')}]`
	return chainConfigFault(chainConfig)
}

/** The parameters as a protobuf message. */
export function evmParamsMessage(params: EvmParams): Params {
	return create(ParamsSchema, {
		evmDenom: params.evmDenom,
		enableCreate: params.enableCreate,
		enableCall: params.enableCall,
		extraEips: (params.extraEips ?? []).map(BigInt),
		chainConfig: create(ChainConfigSchema, chainConfigFields(params.chainConfig)),
	})
}
