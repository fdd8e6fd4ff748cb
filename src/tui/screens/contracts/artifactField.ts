import { existsSync, readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import type { Artifact } from '../../../client/index.ts'
import { UserError } from '../../../errors/UserError.ts'
import type { FieldOptions } from '../../kit/models/FormField.ts'
import type { ContractsModel } from './ContractsModel.ts'

/** Largest file of a compiler that is read. */
const mostBytes = 50_000_000

/** Asks for a file of a compiler. */
export function artifactField(): FieldOptions {
	return {
		id: 'file',
		label: 'file',
		placeholder: 'artifacts/contracts/Wall.sol/Wall.json',
		validate: (value) => {
			if (value.trim() === '') return 'your compiler’s output, a JSON file'
			return existsSync(pathOf(value)) ? undefined : `there is no such file under ${process.cwd()}`
		},
		hint: () => 'of hardhat, foundry, truffle or solc',
	}
}

/** The contracts in a file. @throws {UserError} */
export async function artifactsIn(model: ContractsModel, file: string): Promise<readonly Artifact[]> {
	const path = pathOf(file)
	let text: string
	try {
		if (statSync(path).size > mostBytes) throw new UserError('This file is too large to be an artifact.')
		text = readFileSync(path, 'utf8')
	} catch (cause) {
		if (cause instanceof UserError) throw cause
		throw new UserError('The file cannot be read.', { why: (cause as Error).message, next: 'Check its path.', cause })
	}
	return model.needEvm.readArtifacts(text, basename(path, '.json'))
}

function pathOf(text: string): string {
	const path = text.trim().replace(/^(['"])(.*)\1$/, '$2')
	return resolve(path.startsWith('~/') ? join(homedir(), path.slice(2)) : path)
}
