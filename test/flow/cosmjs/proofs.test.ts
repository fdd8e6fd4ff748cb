import { createPublicKey, verify } from 'node:crypto'
import { create, toBinary } from '@bufbuild/protobuf'
import { TimestampSchema } from '@bufbuild/protobuf/wkt'
import { iavlSpec, ics23, tendermintSpec, verifyExistence, verifyNonExistence } from '@confio/ics23'
import { toHex } from '@cosmjs/encoding'
import type * as Stargate from '@cosmjs/stargate'
import type * as TendermintRpc from '@cosmjs/tendermint-rpc'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { greetingKey } from '../../../src/client/actions/greetings.ts'
import { addressFromText } from '../../../src/codec/address/address.ts'
import { decodeMessage } from '../../../src/codec/proto/decodeMessage.ts'
import { CoinSchema } from '../../../src/gen/cosmos/base/v1beta1/coin_pb.js'
import { BlockIDSchema, SignedMsgType } from '../../../src/gen/tendermint/types/types_pb.js'
import type { Node } from '../../../src/node/createNode.ts'
import { concatBytes, utf8 } from '../../../src/util/bytes.ts'
import { chainId, feeFor, loadRelease, openWallet, releases, signingOptions, startCosmjsChain } from './cosmjsChain.ts'
import { headerHash, timestamp } from './headerHash.ts'

describe.each(releases)('%s trusts no answer of the node but its signed header', (name) => {
	const { stargate, tendermint } = loadRelease(name)
	let node: Node
	let comet: TendermintRpc.Tendermint37Client
	let client: Stargate.SigningStargateClient
	let provenHeight: number

	beforeAll(async () => {
		const { wallet, address } = await openWallet()
		const chain = await startCosmjsChain(address)
		node = chain.node
		comet = (await tendermint.connectComet(chain.url)) as TendermintRpc.Tendermint37Client
		client = await stargate.SigningStargateClient.connectWithSigner(chain.url, wallet, signingOptions())
		const greet = (message: string) => ({
			typeUrl: '/chain.greet.v1beta1.MsgCreateGreet',
			value: { owner: address.alice, message },
		})
		for (const message of ['first', 'second', 'third']) {
			const { code, height } = await client.signAndBroadcast(address.alice, [greet(message)], feeFor(200_000))
			expect(code).toBe(0)
			provenHeight = height
		}
		await node.engine.mine()
	})
	afterAll(async () => {
		client.disconnect()
		comet.disconnect()
		await node.close()
	})

	/** The app hash after a block stands in the next header; believed only when that header's commit is signed. */
	async function trustedAppHash(height: number): Promise<Uint8Array> {
		const { header, commit } = await comet.commit(height + 1)
		expect(toHex(commit.blockId.hash)).toBe(toHex(headerHash(header)))
		const { validators } = await comet.validatorsAll(height + 1)
		const [signature] = commit.signatures
		const signer = validators.find(
			(validator) => toHex(validator.address) === toHex(signature?.validatorAddress ?? new Uint8Array()),
		)
		const key = signer?.pubkey?.data ?? new Uint8Array()
		const message = voteSignBytes(commit, header.chainId)
		expect(verifies(signature?.signature, message, key)).toBe(true)
		message[message.length - 1] = (message.at(-1) ?? 0) ^ 1
		expect(verifies(signature?.signature, message, key)).toBe(false)
		return header.appHash
	}

	/** What a validator signs: the canonical precommit, with its length before it (tendermint types/vote.go at v0.34). */
	function voteSignBytes(commit: TendermintRpc.tendermint37.Commit, chain: string): Uint8Array {
		const at = commit.signatures[0]?.timestamp
		const { hash, parts } = commit.blockId
		const height = new Uint8Array(8)
		new DataView(height.buffer).setBigUint64(0, BigInt(commit.height), true)
		// CanonicalBlockID has the members of BlockID. A round would follow the height; a chain with one validator ends all in round 0.
		expect(commit.round).toBe(0)
		const blockId = toBinary(
			BlockIDSchema,
			create(BlockIDSchema, { hash, partSetHeader: { total: parts.total, hash: parts.hash } }),
		)
		const time = toBinary(TimestampSchema, create(TimestampSchema, timestamp(at?.getTime() ?? 0, at?.nanoseconds ?? 0)))
		const bytes = concatBytes(
			Uint8Array.of(0x08, SignedMsgType.PRECOMMIT, 0x11),
			height,
			member(4, blockId),
			member(5, time),
			member(6, utf8(chain)),
		)
		return concatBytes(Uint8Array.of(bytes.length), bytes)
	}

	function member(number: number, bytes: Uint8Array): Uint8Array {
		return concatBytes(Uint8Array.of((number << 3) | 2, bytes.length), bytes)
	}

	async function proved(store: string, key: Uint8Array) {
		const reply = await comet.abciQuery({ path: `/store/${store}/key`, data: key, height: provenHeight, prove: true })
		const ops = reply.proof?.ops ?? []
		expect(ops.map((op) => op.type)).toEqual(['ics23:iavl', 'ics23:simple'])
		const [iavl, simple] = ops.map((op) => ics23.CommitmentProof.decode(op.data))
		return { value: reply.value, iavl, simple }
	}

	/** The store's root, itself proved by the app hash. */
	async function provedRoot(store: string, simple: ics23.CommitmentProof | undefined): Promise<Uint8Array> {
		const root = new Uint8Array(simple?.exist?.value ?? [])
		verifyExistence(simple?.exist ?? {}, tendermintSpec, await trustedAppHash(provenHeight), utf8(store), root)
		return root
	}

	test('a greeting that is there', async () => {
		const key = greetingKey('2')
		const { value, iavl, simple } = await proved('greet', key)
		expect(new TextDecoder().decode(value)).toContain('third')
		const root = await provedRoot('greet', simple)
		verifyExistence(iavl?.exist ?? {}, iavlSpec, root, key, value)
		const other = Uint8Array.from(value, (byte, index) => (index === 0 ? byte ^ 1 : byte))
		expect(() => verifyExistence(iavl?.exist ?? {}, iavlSpec, root, key, other)).toThrow()
	})

	test('one that is not there', async () => {
		const key = greetingKey('9999')
		const { value, iavl, simple } = await proved('greet', key)
		expect(value).toHaveLength(0)
		const root = await provedRoot('greet', simple)
		verifyNonExistence(iavl?.nonexist ?? {}, iavlSpec, root, key)
		expect(() => verifyNonExistence(iavl?.nonexist ?? {}, iavlSpec, root, greetingKey('2'))).toThrow()
	})

	test('a balance', async () => {
		const { address } = await openWallet()
		const key = concatBytes(Uint8Array.of(2, 20), addressFromText(address.unused, 'cosmos'), utf8('ucosm'))
		const { value, iavl, simple } = await proved('bank', key)
		expect(decodeMessage(CoinSchema, value)).toMatchObject({ denom: 'ucosm', amount: '1000000000' })
		verifyExistence(iavl?.exist ?? {}, iavlSpec, await provedRoot('bank', simple), key, value)
	})

	test('a transaction in its block', async () => {
		const { txs } = await comet.txSearch({ query: `tx.height=${provenHeight}`, prove: true })
		const { header } = (await comet.block(provenHeight)).block
		expect(toHex(txs[0]?.proof?.rootHash ?? new Uint8Array())).toBe(toHex(header.dataHash))
		expect(header.chainId).toBe(chainId)
	})
})

function verifies(signature: Uint8Array | undefined, message: Uint8Array, key: Uint8Array): boolean {
	const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key).toString('base64url') }
	return verify(null, message, createPublicKey({ key: jwk, format: 'jwk' }), signature ?? new Uint8Array())
}
