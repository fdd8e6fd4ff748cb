import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { testApp } from '../support/testApp.ts'
import { keymapTable } from './keymapTable.ts'

const file = 'docs/keys.md'
const head =
	'# Keys\n\nMade from the keymap; `CHAIN_TUI_WRITE_DOCS=1 npx vitest run test/tui/shell/keysPage` writes it anew.\n\n'

it('docs/keys.md is the keymap as it is', async () => {
	const t = await testApp()
	const page = head + keymapTable(t.app.commands.every().map(({ command }) => command))
	await t.stop()
	if (process.env.CHAIN_TUI_WRITE_DOCS === '1') writeFileSync(file, page)
	expect(readFileSync(file, 'utf8')).toBe(page)
})
