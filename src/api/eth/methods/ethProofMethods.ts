import { create, toBinary } from '@bufbuild/protobuf'
import { checksumAddress } from '../../../codec/address/checksumAddress.ts'
import { noBytes } from '../../../codec/noBytes.ts'
import { hexToHash } from '../../../crypto/hexAddress.ts'
import { Query } from '../../../gen/ethermint/evm/v1/query_pb.js'
import { ProofOpSchema } from '../../../gen/tendermint/crypto/proof_pb.js'
import { evmModuleName, storagePrefix } from '../../../modules/evm/index.ts'
import type { ProofOp } from '../../../store/MultiStore.ts'
import { concatBytes, toHex, utf8 } from '../../../util/bytes.ts'
import { block, blockOr } from '../args/blockParams.ts'
import { address, texts } from '../args/valueParams.ts'
import { bounds } from '../bounds.ts'
import { defineEthMethod, type EthContext } from '../EthContext.ts'
import { askModule } from '../ethermint/askModule.ts'
import { hexBytes, quantity, zeroWord } from '../hexJson.ts'
import { EthFault } from '../rpc/EthFault.ts'
import type { EthJson, EthRun } from '../rpc/EthMethod.ts'

/**
 * Proofs of accounts and slots. The state is in IAVL trees, so the proofs are those of the framework. Typed clients (cast)
 * read each part of a proof as bytes: each step is its protobuf message. The reference gives one text of all steps
 * (ethermint v0.14.1 rpc/ethereum/namespaces/eth GetProof). There is no storage root.
 */
export const proofMethods = [
	defineEthMethod({
		name: 'eth_getProof',
		dialects: ['geth'],
		// Geth takes the latest block for one that is left out.
		params: [address, texts, blockOr('latest')],
		cost: 'scan',
		bounds: [bounds.proofKeys],
		endpoint: 'serve',
		run: ([who, keys, { height }], context, { pause }) => proofOf(who, keys, height, context, pause),
	}),
	defineEthMethod({
		name: 'eth_getProof',
		dialects: ['ethermint'],
		params: [address, texts, block],
		cost: 'scan',
		bounds: [bounds.proofKeys],
		endpoint: 'serve',
		run: ([who, keys, { height }], context, { pause }) => proofOf(who, keys, height, context, pause),
	}),
]

async function proofOf(
	who: Uint8Array,
	keys: readonly string[],
	height: number,
	context: EthContext,
	pause: EthRun['pause'],
): Promise<EthJson> {
	bounds.proofKeys.check(keys.length)
	const storageProof = []
	for (const key of keys) {
		await pause()
		const data = concatBytes(storagePrefix(who), hexToHash(key))
		const { value, proof } = await prove(evmModuleName, data, height, context)
		storageProof.push({ key, value: quantity(BigInt(`0x${toHex(value) || '0'}`)), proof })
	}
	const account = await askModule(context, Query.method.account, { address: checksumAddress(who) }, height)
	const { proof } = await prove('acc', concatBytes(Uint8Array.of(0x01), who), height, context)
	return {
		address: `0x${toHex(who)}`,
		accountProof: proof,
		balance: quantity(BigInt(account.balance)),
		codeHash: account.codeHash,
		nonce: quantity(account.nonce),
		storageHash: zeroWord,
		storageProof,
	}
}

async function prove(
	store: string,
	data: Uint8Array,
	height: number,
	{ source, dialect }: EthContext,
): Promise<{ readonly value: Uint8Array; readonly proof: readonly string[] }> {
	if (height <= 2) throw new EthFault('proof queries at height <= 2 are not supported')
	// The header of a height has the app hash of the state before it.
	const reply = await source.application.query({
		path: `/store/${store}/key`,
		data,
		height: BigInt(height - 1),
		prove: true,
	})
	if (reply.code !== 0) throw new EthFault(`${reply.log}: ${reply.codespace} ${reply.code}`)
	const steps: readonly ProofOp[] = reply.proofOps ?? []
	return {
		value: reply.value ?? noBytes,
		proof: dialect.isToday
			? steps.map((step) => hexBytes(toBinary(ProofOpSchema, create(ProofOpSchema, step))))
			: [proofText(steps)],
	}
}

/** Proof steps as text of their protobuf message, as in the recordings (gogo/protobuf v1.3.3 proto/text.go). */
export function proofText(ops: readonly ProofOp[]): string {
	return ops
		.map(({ type, key, data }) => `ops:<type:${quoted(utf8(type))} key:${quoted(key)} data:${quoted(data)} > `)
		.join('')
}

const escapes: Readonly<Record<number, string>> = {
	10: '\\n',
	13: '\\r',
	9: '\\t',
	34: '\\"',
	92: '\\\\',
}

function quoted(bytes: Uint8Array): string {
	let text = ''
	for (const byte of bytes) {
		const isPrintable = byte >= 0x20 && byte < 0x7f
		text += escapes[byte] ?? (isPrintable ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`)
	}
	return `"${text}"`
}
