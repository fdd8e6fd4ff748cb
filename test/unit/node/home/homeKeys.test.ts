import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { parseGenesis } from '../../../../src/chain/parseGenesis.ts'
import { parseValidatorKey } from '../../../../src/engine/validatorKey.ts'
import { homePaths } from '../../../../src/node/home/home.ts'
import { homeKeys } from '../../../../src/node/home/homeKeys.ts'
import { toHex } from '../../../../src/util/bytes.ts'
import { kvGenesis } from '../../engine/testEngine.ts'

const otherChain = parseGenesis(kvGenesis({ validators: [] }))

function newHome(): string {
	const home = mkdtempSync(join(tmpdir(), 'chain-tui-keys-'))
	onTestFinished(() => rmSync(home, { recursive: true }))
	return home
}

it('the keys of a home are written once, and a later start of the home reads the same ones', () => {
	const home = newHome()
	const { validatorKey, nodeKey } = homePaths(home)
	const first = homeKeys(home)
	const signer = first.ownValidator()
	expect([existsSync(validatorKey), existsSync(nodeKey)]).toEqual([true, false])
	const id = first.nodeId(otherChain)
	const written = [validatorKey, nodeKey].map((file) => readFileSync(file, 'utf8'))
	expect(written.map((text) => toHex(parseValidatorKey(text, 'key').address))).toEqual([toHex(signer.address), id])
	expect(id).not.toBe(toHex(signer.address))

	const later = homeKeys(home)
	expect(later.nodeId(otherChain)).toBe(id)
	expect(later.validator(otherChain).seed).toEqual(signer.seed)
	expect(later.ownValidator().seed).toEqual(signer.seed)
	expect([validatorKey, nodeKey].map((file) => readFileSync(file, 'utf8'))).toEqual(written)
})

it('the keys of a running home stay the same after their files are removed', () => {
	const home = newHome()
	const keys = homeKeys(home)
	const signer = keys.validator(otherChain)
	const id = keys.nodeId(otherChain)
	for (const file of [homePaths(home).validatorKey, homePaths(home).nodeKey]) rmSync(file)
	expect([keys.ownValidator(), keys.validator(otherChain), keys.nodeId(otherChain)]).toEqual([signer, signer, id])
	expect(existsSync(homePaths(home).validatorKey)).toBe(false)
})

it('the keys of a chain without a home are made once for its run and differ from run to run', () => {
	const keys = homeKeys(undefined)
	const signer = keys.ownValidator()
	const id = keys.nodeId(otherChain)
	expect([keys.validator(otherChain), keys.ownValidator(), keys.nodeId(otherChain)]).toEqual([signer, signer, id])
	const others = homeKeys(undefined)
	expect(others.ownValidator().seed).not.toEqual(signer.seed)
	expect(others.nodeId(otherChain)).not.toBe(id)
})
