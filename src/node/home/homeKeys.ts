import { existsSync, readFileSync } from 'node:fs'
import type { GenesisDocument } from '../../chain/GenesisDocument.ts'
import {
	formatValidatorKey,
	generateValidatorKey,
	newNodeKey,
	newValidatorKey,
	nodeIdOf,
	parseValidatorKey,
	type ValidatorKey,
} from '../../engine/validatorKey.ts'
import { writeFileAtomic } from '../../util/writeFileAtomic.ts'
import { homePaths } from './home.ts'

/** The two keys of a home: one signs blocks, the other identifies the node. */
export interface HomeKeys {
	/** The validator key for a genesis document of this program. */
	ownValidator(): ValidatorKey
	validator(genesis: GenesisDocument): ValidatorKey
	/** Hex of the node key's address. */
	nodeId(genesis: GenesisDocument): string
}

/** Keys from the home's files in Tendermint's form, made if missing. @throws {UserError} for a file without a key. */
export function homeKeys(home: string | undefined): HomeKeys {
	const paths = home === undefined ? undefined : homePaths(home)
	const kept = new Map<string, ValidatorKey>()
	const keep = (file: string, make: () => ValidatorKey): ValidatorKey => {
		const known = kept.get(file)
		if (known) return known
		const stored = paths !== undefined && existsSync(file)
		const key = stored ? parseValidatorKey(readFileSync(file, 'utf8'), file) : make()
		if (paths !== undefined && !stored) {
			writeFileAtomic(file, formatValidatorKey(key), { check: (text) => parseValidatorKey(text, file) })
		}
		kept.set(file, key)
		return key
	}
	const validatorFile = paths?.validatorKey ?? 'validator'
	const validator = (genesis: GenesisDocument) => keep(validatorFile, () => newValidatorKey(genesis))
	return {
		ownValidator: () => keep(validatorFile, generateValidatorKey),
		validator,
		nodeId: (genesis) => nodeIdOf(keep(paths?.nodeKey ?? 'node', () => newNodeKey(validator(genesis)))),
	}
}
