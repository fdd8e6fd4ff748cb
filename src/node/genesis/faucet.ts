import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import type { Application } from '../../abci/Application.ts'
import { addressToText } from '../../codec/address/address.ts'
import { bech32OfAny } from '../../codec/address/anyAddress.ts'
import type { ChainSettings } from '../../codec/ChainSettings.ts'
import { parseDecCoins, requiredFee } from '../../codec/coins/decCoins.ts'
import { packAny, type Registry } from '../../codec/registry/createRegistry.ts'
import { directSignBytes } from '../../codec/signDoc/directSignBytes.ts'
import { encodeAuthInfo, encodeTxBody, encodeTxRaw } from '../../codec/tx/encodeTx.ts'
import { hdPath, privateKeyFromMnemonic } from '../../crypto/hdKey.ts'
import { secp256k1Address } from '../../crypto/publicKey.ts'
import { secp256k1PublicKey, signSecp256k1 } from '../../crypto/secp256k1.ts'
import type { Engine } from '../../engine/Engine.ts'
import { UserError } from '../../errors/UserError.ts'
import type { BaseAccount } from '../../gen/cosmos/auth/v1beta1/auth_pb.js'
import { QueryAccountRequestSchema, QueryAccountResponseSchema } from '../../gen/cosmos/auth/v1beta1/query_pb.js'
import { MsgSendSchema } from '../../gen/cosmos/bank/v1beta1/tx_pb.js'
import { PubKeySchema } from '../../gen/cosmos/crypto/secp256k1/keys_pb.js'
import { SignMode } from '../../gen/cosmos/tx/signing/v1beta1/signing_pb.js'
import { AuthInfoSchema, TxBodySchema } from '../../gen/cosmos/tx/v1beta1/tx_pb.js'
import { toHexUpper } from '../../util/bytes.ts'
import { faucetMnemonic } from './defaultGenesis.ts'

/** Default amount of a request: a thousand coins. */
export const faucetPortion = 1_000_000_000n

/** Enough for a send to a new account with room to spare. */
const gasLimit = 200_000n

/** Reads an account's number and sequence from committed state. */
export type ReadSigner = (address: string) => Promise<Signer | undefined>

/** Sends coins from the faucet account of the built-in genesis, one request at a time. */
export interface Faucet {
	/** Whether the faucet account has coins, from the genesis or later. */
	exists(): Promise<boolean>
	/** Sends coins to a bech32 or 0x address; resolves with the hash once in a block. @throws {UserError} with its log */
	request(to: string, amount?: { readonly denom: string; readonly amount: string }): Promise<string>
}

/** bech32 address of the published faucet mnemonic. */
export function faucetAddress(settings: ChainSettings): string {
	return addressToText(secp256k1Address(secp256k1PublicKey(faucetKey(settings))), settings.prefix)
}

/** Creates the faucet; without the published mnemonic in the genesis there is none. Its transactions are ordinary. */
export function createFaucet(
	engine: Engine,
	settings: ChainSettings,
	minimumGasPrices: string,
	readSigner: ReadSigner,
): Faucet {
	// Derived at the first request, because it takes a tenth of a second.
	let address = ''
	const ownAddress = (): string => {
		if (address === '') address = faucetAddress(settings)
		return address
	}
	const send = async (text: string, amount: { readonly denom: string; readonly amount: string }): Promise<string> => {
		const to = bech32OfAny(text, settings.prefix)
		const signer = await readSigner(ownAddress())
		if (signer === undefined) {
			throw new UserError('This chain has no faucet.', {
				why: 'Its genesis does not fund the published faucet account.',
				next: 'Send coins from a key that has some.',
			})
		}
		const tx = signedSend(settings, minimumGasPrices, engine.chainId, ownAddress(), signer, to, amount)
		const pending = engine.broadcastTxCommit(tx, 60_000)
		const { checkTx, deliverTx, hash } = await pending
		const refused = checkTx.code !== 0 ? checkTx : deliverTx
		if (refused === undefined || refused.code !== 0) {
			throw new UserError('The faucet could not send.', { why: refused?.log ?? 'The transaction entered no block.' })
		}
		return toHexUpper(hash)
	}
	// Each transaction uses the committed sequence, so the next one waits for the block of the last.
	let last: Promise<unknown> = Promise.resolve()
	return {
		// Before the first block the genesis state cannot be queried.
		exists: async () =>
			engine.height === 0
				? (await engine.genesis()).appState.includes(`"${ownAddress()}"`)
				: (await readSigner(ownAddress())) !== undefined,
		request(to, amount = { denom: settings.denom, amount: String(faucetPortion) }) {
			const next = last.then(() => send(to, amount))
			last = next.catch(() => undefined)
			return next
		},
	}
}

function faucetKey(settings: ChainSettings): Uint8Array {
	return privateKeyFromMnemonic(faucetMnemonic, hdPath(settings.coinType))
}

function signedSend(
	settings: ChainSettings,
	minimumGasPrices: string,
	chainId: string,
	from: string,
	signer: Signer,
	to: string,
	amount: { readonly denom: string; readonly amount: string },
): Uint8Array {
	const key = faucetKey(settings)
	const message = create(MsgSendSchema, { fromAddress: from, toAddress: to, amount: [amount] })
	const bodyBytes = encodeTxBody(create(TxBodySchema, { messages: [packAny(MsgSendSchema, message)] }))
	const authInfoBytes = encodeAuthInfo(
		create(AuthInfoSchema, {
			signerInfos: [
				{
					publicKey: packAny(PubKeySchema, create(PubKeySchema, { key: secp256k1PublicKey(key) })),
					modeInfo: { sum: { case: 'single', value: { mode: SignMode.DIRECT } } },
					sequence: signer.sequence,
				},
			],
			fee: { amount: lowestFee(minimumGasPrices), gasLimit },
		}),
	)
	const doc = directSignBytes({ bodyBytes, authInfoBytes, chainId, accountNumber: signer.accountNumber })
	return encodeTxRaw(bodyBytes, authInfoBytes, [signSecp256k1(doc, key)])
}

/** The fee at the first price; any price suffices. */
function lowestFee(minimumGasPrices: string): { denom: string; amount: string }[] {
	const price = parseDecCoins(minimumGasPrices)[0]
	return price === undefined ? [] : [{ denom: price.denom, amount: String(requiredFee(price, gasLimit)) }]
}

/** Account data that a signature needs. */
interface Signer {
	readonly accountNumber: bigint
	readonly sequence: bigint
}

/** Number and sequence of a base account in committed state; undefined if it does not exist. */
export async function readSigner(
	application: Pick<Application, 'query'>,
	registry: Registry,
	address: string,
): Promise<Signer | undefined> {
	const { code, log, value } = await application.query({
		path: '/cosmos.auth.v1beta1.Query/Account',
		data: toBinary(QueryAccountRequestSchema, create(QueryAccountRequestSchema, { address })),
		height: 0n,
		prove: false,
	})
	if (code !== 0) {
		if (log.includes('key not found')) return undefined
		throw new UserError(`The account ${address} cannot be read.`, { why: log })
	}
	const { account } = fromBinary(QueryAccountResponseSchema, value ?? new Uint8Array())
	return account === undefined ? undefined : (registry.unpack(account, 'account') as BaseAccount)
}
