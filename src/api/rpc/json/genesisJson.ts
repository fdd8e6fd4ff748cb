import { formatTime } from '../../../chain/blockTime.ts'
import type { GenesisDocument } from '../../../chain/GenesisDocument.ts'
import { parseJson } from '../../../codec/goJson/parseJson.ts'
import { RawJson } from '../../../codec/goJson/writeJson.ts'
import { toHexUpper } from '../../../util/bytes.ts'
import type { ConsensusParams } from '../../../wire/node.ts'
import type { ServedGenesis } from '../RpcMethod.ts'
import { pubKeyJson } from './blockJson.ts'

/** The genesis document in Tendermint's order of members; app_state as it was written. */
export function genesisJson(genesis: GenesisDocument): ServedGenesis {
	return {
		genesis_time: formatTime(genesis.genesisTime),
		chain_id: genesis.chainId,
		initial_height: String(genesis.initialHeight),
		consensus_params: consensusParamsJson(genesis.consensusParams),
		validators:
			genesis.validators.length === 0
				? undefined
				: genesis.validators.map(({ address, pubKey, power, name }) => ({
						address: toHexUpper(address),
						pub_key: pubKeyJson(pubKey),
						power: String(power),
						name,
					})),
		app_hash: toHexUpper(genesis.appHash),
		app_state: new RawJson(parseJson(genesis.appState)),
	}
}

/** Consensus parameters; an application version of zero is left out. */
export function consensusParamsJson(params: GenesisDocument['consensusParams']): ConsensusParams {
	const { block, evidence, validator, version } = params
	return {
		block: {
			max_bytes: String(block.maxBytes),
			max_gas: String(block.maxGas),
			time_iota_ms: String(params.timeIotaMs),
		},
		evidence: {
			max_age_num_blocks: String(evidence.maxAgeNumBlocks),
			max_age_duration: String(evidence.maxAgeDuration),
			max_bytes: String(evidence.maxBytes),
		},
		validator: { pub_key_types: validator.pubKeyTypes },
		version: { app_version: version.appVersion === 0n ? undefined : String(version.appVersion) },
	}
}
