import { create } from '@bufbuild/protobuf'
import type { InitChainRequest, TxResult } from '../../../src/abci/Application.ts'
import type { SignatureHelper } from '../../../src/app/ante/SignaturesAhead.ts'
import type { BaseApp } from '../../../src/app/BaseApp.ts'
import { addressToText } from '../../../src/codec/address/address.ts'
import { defaultChainSettings } from '../../../src/codec/ChainSettings.ts'
import { packAny } from '../../../src/codec/registry/createRegistry.ts'
import { directSignBytes } from '../../../src/codec/signDoc/directSignBytes.ts'
import { encodeAuthInfo, encodeTxBody, encodeTxRaw } from '../../../src/codec/tx/encodeTx.ts'
import { sha256 } from '../../../src/crypto/hash.ts'
import { secp256k1Address } from '../../../src/crypto/publicKey.ts'
import { secp256k1PublicKey, signSecp256k1 } from '../../../src/crypto/secp256k1.ts'
import { MsgCreateGreetSchema } from '../../../src/gen/chain/greet/v1beta1/tx_pb.js'
import { CoinSchema } from '../../../src/gen/cosmos/base/v1beta1/coin_pb.js'
import { PubKeySchema } from '../../../src/gen/cosmos/crypto/secp256k1/keys_pb.js'
import { SignMode } from '../../../src/gen/cosmos/tx/signing/v1beta1/signing_pb.js'
import {
	AuthInfoSchema,
	FeeSchema,
	ModeInfo_SingleSchema,
	ModeInfoSchema,
	SignerInfoSchema,
	TxBodySchema,
} from '../../../src/gen/cosmos/tx/v1beta1/tx_pb.js'
import { createApp } from '../../../src/node/createApp.ts'
import type { KvDatabase } from '../../../src/store/KvDatabase.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { utf8 } from '../../../src/util/bytes.ts'

export const chainId = 'chain-test'

/** A key made of a name, and its address. */
export function testKey(name: string) {
	const privateKey = sha256(utf8(name))
	const publicKey = secp256k1PublicKey(privateKey)
	const address = secp256k1Address(publicKey)
	return { privateKey, publicKey, address, text: addressToText(address, defaultChainSettings.prefix) }
}

export const alice = testKey('alice')

/** A genesis with one funded account, numbered 0. */
export function genesisState(): string {
	const account = {
		'@type': '/cosmos.auth.v1beta1.BaseAccount',
		address: alice.text,
		pub_key: null,
		account_number: '0',
		sequence: '0',
	}
	const params = {
		max_memo_characters: '256',
		tx_sig_limit: '7',
		tx_size_cost_per_byte: '10',
		sig_verify_cost_ed25519: '590',
		sig_verify_cost_secp256k1: '1000',
	}
	return JSON.stringify({
		auth: { params, accounts: [account] },
		bank: {
			params: { send_enabled: [], default_send_enabled: true },
			balances: [{ address: alice.text, coins: [{ denom: 'uchain', amount: '1000000' }] }],
			supply: [],
			denom_metadata: [],
		},
		vesting: {},
		greet: {},
	})
}

/** An application on a database, at height 0 or where the database stands. */
export function openApp(db: KvDatabase = createMemoryDb(), signatures?: SignatureHelper): BaseApp {
	return createApp({
		db,
		settings: defaultChainSettings,
		minGasPrices: '0.01uchain',
		pruning: 'nothing',
		name: 'chain',
		version: '0.0.0',
		signatures,
	})
}

const time = { seconds: 1_767_225_600n, nanos: 0 }

/** Starts the chain of `genesisState`, or of another state. */
export function startChain(app: BaseApp, maxGas = -1n, appState = genesisState()): void {
	app.initChain(chainRequest(maxGas, appState))
}

/** What an engine tells the application of a new chain. */
export function chainRequest(maxGas: bigint, appState: string): InitChainRequest {
	return {
		time,
		chainId,
		consensusParams: {
			block: { maxBytes: 200000n, maxGas },
			evidence: { maxAgeNumBlocks: 100000n, maxAgeDuration: 172_800_000_000_000n, maxBytes: 1048576n },
			validator: { pubKeyTypes: ['ed25519'] },
			version: { appVersion: 0n },
		},
		validators: [],
		appState,
		initialHeight: 1,
	}
}

/** Makes a block of transactions; gives their results and the app hash. */
export async function makeBlock(app: BaseApp, ...txs: readonly Uint8Array[]) {
	const height = app.info().lastBlockHeight + 1
	app.beginBlock({ header: { chainId, height, time, proposerAddress: new Uint8Array(20) } })
	const results: TxResult[] = []
	for (const tx of txs) results.push(await app.deliverTx(tx))
	app.endBlock({ height })
	const { appHash } = await app.commit()
	return { results, appHash }
}

/** A greeting of alice, signed in mode direct with what is given. */
export function greetTx(
	options: { sequence?: bigint; gas?: bigint; fee?: string; chainId?: string; greetings?: readonly string[] } = {},
): Uint8Array {
	const { sequence = 0n, gas = 200_000n, fee = '2000', greetings = ['hello'] } = options
	const body = encodeTxBody(
		create(TxBodySchema, {
			messages: greetings.map((message) =>
				packAny(MsgCreateGreetSchema, create(MsgCreateGreetSchema, { message, owner: alice.text })),
			),
		}),
	)
	const authInfo = encodeAuthInfo(
		create(AuthInfoSchema, {
			signerInfos: [
				create(SignerInfoSchema, {
					publicKey: packAny(PubKeySchema, create(PubKeySchema, { key: alice.publicKey })),
					modeInfo: create(ModeInfoSchema, {
						sum: { case: 'single', value: create(ModeInfo_SingleSchema, { mode: SignMode.DIRECT }) },
					}),
					sequence,
				}),
			],
			fee: create(FeeSchema, { amount: [create(CoinSchema, { denom: 'uchain', amount: fee })], gasLimit: gas }),
		}),
	)
	const document = directSignBytes({
		bodyBytes: body,
		authInfoBytes: authInfo,
		chainId: options.chainId ?? chainId,
		accountNumber: 0n,
	})
	return encodeTxRaw(body, authInfo, [signSecp256k1(document, alice.privateKey)])
}
