import { expect, test } from 'vitest'
import { chosenArtifact } from '../../../../src/cli/eth/ethDeploy.ts'
import type { Artifact } from '../../../../src/client/index.ts'

const artifact = (name: string, bytecode: string) => ({ name, bytecode, abi: [] }) as unknown as Artifact
const one = artifact('One', '0x60')
const two = artifact('Two', '0x60')
const shape = artifact('Shape', '0x')
const form = artifact('Form', '0x')

test.each([
	['the only one, even without code', [shape], undefined, shape],
	['the only one with code', [shape, one], undefined, one],
	['the named one', [one, two, shape], 'Two', two],
	['the named one without code', [one, two, shape], 'Shape', shape],
	['the named one with code, where an interface has its name', [artifact('One', '0x'), one], 'One', one],
])('the contract of a file is %s', (_which, artifacts, name, chosen) => {
	expect(chosenArtifact(artifacts, name)).toBe(chosen)
})

test.each([
	[[one, two], undefined, 'The file has several contracts.', 'One, Two'],
	[[shape, form], undefined, 'The file has several contracts.', 'Shape, Form'],
	[[one, shape], 'Three', 'The file has no contract Three.', 'One, Shape'],
	[[one], 'Three', 'The file has no contract Three.', 'One'],
])('the contract of a file is to be named where it is not clear', (artifacts, name, message, names) => {
	expect(() => chosenArtifact(artifacts, name)).toThrow(
		expect.objectContaining({ message, next: `Choose with --contract: ${names}.` }),
	)
})

test('contracts of one name in a file are told apart from a name that is not there', () => {
	expect(() => chosenArtifact([one, two, artifact('One', '0x61')], 'One')).toThrow(
		expect.objectContaining({
			message: 'The file has several contracts One.',
			next: 'Give it the output of the compiler for one of them.',
		}),
	)
})
