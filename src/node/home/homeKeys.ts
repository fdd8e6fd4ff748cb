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
	const kept = new Map<KeyName, ValidatorKey>()
	const keep = (name: KeyName, make: () => ValidatorKey): ValidatorKey => {
		const key = kept.get(name) ?? (home === undefined ? make() : storedKey(homePaths(home)[name], make))
		kept.set(name, key)
		return key
	}
	const validator = (genesis: GenesisDocument) => keep('validatorKey', () => newValidatorKey(genesis))
	return {
		ownValidator: () => keep('validatorKey', generateValidatorKey),
		validator,
		nodeId: (genesis) => nodeIdOf(keep('nodeKey', () => newNodeKey(validator(genesis)))),
	}
}

type KeyName = 'validatorKey' | 'nodeKey'

function storedKey(file: string, make: () => ValidatorKey): ValidatorKey {
	if (existsSync(file)) return parseValidatorKey(readFileSync(file, 'utf8'), file)
	const key = make()
	writeFileAtomic(file, formatValidatorKey(key), { check: (text) => parseValidatorKey(text, file) })
	return key
}
