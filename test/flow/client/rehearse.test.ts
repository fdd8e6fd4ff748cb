import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readUpgrade } from '../../../src/client/upgrade/readUpgrade.ts'
import { rehearse } from '../../../src/client/upgrade/rehearse.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-rehearse-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('a rehearsal tells of an account that does not answer the words of its refusal', async () => {
	const upgrade = await readUpgrade('examples/genesis/generation-8.json', join(folder, 'genesis.json'))
	const known = upgrade.accounts.slice(0, 3)
	const unknown = { ...known[0]!, address: 'kava1nobody' }
	const { reports, silent } = await rehearse({ ...upgrade, accounts: [...known, unknown] }, [])
	expect(reports).toHaveLength(3)
	expect(silent).toEqual([{ address: 'kava1nobody', reason: expect.stringMatching(/^\{"error":/) }])
})
