import { create } from '@bufbuild/protobuf'
import type { Json } from '../../app/AppModule.ts'
import type { Context } from '../../app/Context.ts'
import { addressFromText } from '../../codec/address/address.ts'
import { checksumAddress } from '../../codec/address/checksumAddress.ts'
import { decodeProtoJson } from '../../codec/gatewayJson/decodeProtoJson.ts'
import { encodeProtoJson } from '../../codec/gatewayJson/encodeProtoJson.ts'
import type { Registry } from '../../codec/registry/createRegistry.ts'
import { hexToAddress, hexToHash, isHexAddress } from '../../crypto/hexAddress.ts'
import { keccak256 } from '../../crypto/keccak256.ts'
import { PanicError, plainError } from '../../errors/ChainError.ts'
import { ParamsSchema } from '../../gen/ethermint/evm/v1/evm_pb.js'
import { type GenesisAccount, GenesisStateSchema } from '../../gen/ethermint/evm/v1/genesis_pb.js'
import { equalBytes, fromHex, toHex } from '../../util/bytes.ts'
import { chainConfigFromJson, pragueChainConfig } from './chainConfig.ts'
import { codeHashOf, type EvmKeeper, goTypes } from './EvmKeeper.ts'
import { evmErrors } from './errors.ts'
import { type EvmParams, evmParamsFault, evmParamsMessage } from './evmParams.ts'

/** Reads accounts through every account of the chain (framework: AccountKeeper.IterateAccounts). */
export interface AccountList {
	iterateAccounts(ctx: Context, visit: (account: Parameters<typeof codeHashOf>[0]) => boolean): void
}

/** The module's genesis state (ethermint v0.14.1 x/evm/types GenesisState). */
export interface EvmGenesis {
	readonly accounts: readonly GenesisAccount[]
	readonly params: EvmParams
}

/** Parameters of a new chain: everything is allowed, by the rules that today's compilers and wallets expect. */
export function defaultEvmParams(evmDenom: string): EvmParams {
	return { evmDenom, enableCreate: true, enableCall: true, extraEips: undefined, chainConfig: pragueChainConfig }
}

/** Reads the state's JSON. Throws plain errors with the texts of the framework's JSON reader. */
export function parseEvmGenesis(state: Json, registry: Registry): EvmGenesis {
	const { accounts, params = create(ParamsSchema) } = decodeProtoJson(GenesisStateSchema, JSON.stringify(state), {
		registry,
	})
	const raw = (state as { readonly params?: { readonly extra_eips?: Json; readonly chain_config?: Json } }).params
	return {
		accounts,
		params: {
			evmDenom: params.evmDenom,
			enableCreate: params.enableCreate,
			enableCall: params.enableCall,
			extraEips: raw?.extra_eips === undefined || raw.extra_eips === null ? undefined : params.extraEips.map(Number),
			chainConfig: chainConfigFromJson((raw?.chain_config ?? {}) as Readonly<Record<string, unknown>>),
		},
	}
}

/** The state as the framework writes it. */
export function evmGenesisToJson({ accounts, params }: EvmGenesis, registry: Registry): Json {
	const message = create(GenesisStateSchema, { accounts: [...accounts], params: evmParamsMessage(params) })
	return JSON.parse(encodeProtoJson(message, GenesisStateSchema, { registry })) as Json
}

/** Throws a plain error naming the first fault (x/evm/types/genesis.go Validate). */
export function validateEvmGenesis({ accounts, params }: EvmGenesis): void {
	const seen = new Set<string>()
	for (const { address, storage } of accounts) {
		if (seen.has(address)) throw plainError(`duplicated genesis account ${address}`)
		if (!isHexAddress(address)) {
			throw plainError(
				`invalid genesis account ${address}: address '${address}' is not a valid ethereum hex address: invalid address [tharsis/ethermint@v0.14.1/types/validation.go:24]`,
			)
		}
		const keys = new Set<string>()
		storage.forEach(({ key }, at) => {
			const said = (text: string, line: number): Error =>
				plainError(
					`invalid genesis account ${address}: ${evmErrors.invalidState.wrap(text).log} [tharsis/ethermint@v0.14.1/x/evm/types/storage.go:${line}]`,
				)
			if (keys.has(key)) throw said(`duplicate state key ${at}: ${key}`, 20)
			if (key.trim() === '') throw said('state key hash cannot be blank', 54)
			keys.add(key)
		})
		seen.add(address)
	}
	const fault = evmParamsFault(params)
	if (fault !== undefined) throw plainError(fault)
}

/** Stores parameters, codes and slots; panics unless each account is an EthAccount with that code. */
export function initEvmGenesis(keeper: EvmKeeper, ctx: Context, genesis: EvmGenesis): void {
	keeper.setParams(ctx, genesis.params)
	for (const { address: text, code: codeText, storage } of genesis.accounts) {
		const address = hexToAddress(text)
		const account = keeper.deps.accounts.getAccount(ctx, address)
		if (account === undefined) throw new PanicError(`account not found for address ${text}`)
		if (account.kind !== 'eth') {
			throw new PanicError(`account ${text} must be an EthAccount interface, got ${goTypes[account.kind]}`)
		}
		const code = fromHex(codeText) ?? new Uint8Array(0)
		const codeHash = keccak256(code)
		if (!equalBytes(codeHashOf(account), codeHash)) throw new PanicError("code don't match codeHash")
		keeper.setCode(ctx, codeHash, code)
		for (const { key, value } of storage) keeper.setState(ctx, address, hexToHash(key), hexToHash(value))
	}
}

/** Parameters, and every EthAccount with its code and slots, also those without code. */
export function exportEvmGenesis(keeper: EvmKeeper, accounts: AccountList, ctx: Context): EvmGenesis {
	const list: GenesisAccount[] = []
	accounts.iterateAccounts(ctx, (account) => {
		if (account.kind !== 'eth') return false
		// Coins can be sent to addresses of other lengths; the EVM sees 20 bytes of them.
		const address = hexToAddress(toHex(addressFromText(account.base.address, keeper.deps.prefix)))
		const storage = keeper.getStorage(ctx, address)
		list.push({
			$typeName: 'ethermint.evm.v1.GenesisAccount',
			address: checksumAddress(address),
			code: toHex(keeper.getCode(ctx, codeHashOf(account))),
			storage: storage.map(([slot, value]) => ({
				$typeName: 'ethermint.evm.v1.State',
				key: `0x${toHex(slot)}`,
				value: `0x${toHex(value)}`,
			})),
		})
		return false
	})
	return { accounts: list, params: keeper.getParams(ctx) }
}
