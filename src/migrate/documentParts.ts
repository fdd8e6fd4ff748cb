import { formatTime, parseTime } from '../chain/blockTime.ts'
import type { GenesisDocument } from '../chain/GenesisDocument.ts'
import { parseGenesis } from '../chain/parseGenesis.ts'
import { type ByteSource, type JsonSpan, spanText } from '../codec/goJson/JsonScanner.ts'
import { thrownText, UserError } from '../errors/UserError.ts'
import { toBase64, toHexUpper } from '../util/bytes.ts'
import type { GenesisReader } from './GenesisReader.ts'
import { convertedJson } from './sortedJson.ts'

/** What the new document says otherwise than the old one. */
export interface NewDocument {
	readonly chainId?: string | undefined
	/** RFC 3339. */
	readonly genesisTime?: string | undefined
	readonly initialHeight?: number | undefined
}

/** The text of the document without its state. */
export function headText(source: ByteSource, members: ReadonlyMap<string, JsonSpan>): string {
	const parts: string[] = []
	for (const [name, span] of members) {
		if (name !== 'app_state') parts.push(`${JSON.stringify(name)}:${spanText(source, span)}`)
	}
	return `{${parts.join(',')}}`
}

/** The document without its state, checked as the engine does; undefined if it was refused. */
export function readHead(
	source: ByteSource,
	members: ReadonlyMap<string, JsonSpan>,
	reader: GenesisReader,
): GenesisDocument | undefined {
	try {
		return parseGenesis(headText(source, members))
	} catch (cause) {
		reader.inside('the document', () => reader.note(`is refused by the engine: ${thrownText(cause)}`))
		return undefined
	}
}

/** The rest of the document, as the engine writes it (tendermint v0.34.15 types/genesis.go). */
export function documentTail(
	doc: GenesisDocument,
	{ chainId = doc.chainId, genesisTime, initialHeight = doc.initialHeight }: NewDocument,
): string {
	const time = genesisTime === undefined ? doc.genesisTime : parseTime(genesisTime)
	if (time === undefined) {
		throw new UserError(`${genesisTime} is no time.`, { next: 'Write it as 2026-01-01T00:00:00Z.' })
	}
	const { block, evidence, validator, version, timeIotaMs } = doc.consensusParams
	const params = {
		block: {
			max_bytes: `${block.maxBytes}`,
			...(block.maxGas === 0n ? {} : { max_gas: `${block.maxGas}` }),
			time_iota_ms: `${timeIotaMs}`,
		},
		evidence: {
			max_age_duration: `${evidence.maxAgeDuration}`,
			max_age_num_blocks: `${evidence.maxAgeNumBlocks}`,
			...(evidence.maxBytes === 0n ? {} : { max_bytes: `${evidence.maxBytes}` }),
		},
		validator: { pub_key_types: validator.pubKeyTypes },
		version: version.appVersion === 0n ? {} : { app_version: `${version.appVersion}` },
	}
	const validators = doc.validators.map(({ address, name, power, pubKey }) => ({
		address: toHexUpper(address),
		name,
		power: `${power}`,
		pub_key: { type: 'tendermint/PubKeyEd25519', value: toBase64(pubKey) },
	}))
	const parts = {
		chain_id: chainId,
		consensus_params: params,
		genesis_time: formatTime(time),
		initial_height: `${initialHeight}`,
		...(validators.length === 0 ? {} : { validators }),
	}
	return convertedJson(parts).slice(1, -1)
}
