// `npm run docs`: writes the README's tables from the data the program itself uses.
// With --check it changes nothing and fails when a table is stale.
import { readFileSync, writeFileSync } from 'node:fs'
import { bundledModule } from './bundledModule.js'

process.chdir(new URL('..', import.meta.url).pathname)

const { settings, permissions, roles } = await bundledModule(`
	export { settings } from './src/node/settings.ts'
	export { permissions, roles } from './src/wire/management/permissions.ts'
`)

const readme = readFileSync('README.md', 'utf8')
const updated = replaceTable(replaceTable(readme, 'settings', settingsTable()), 'roles', rolesTable())
if (updated !== readme) {
	if (process.argv.includes('--check')) {
		console.error('README.md has stale tables: run `npm run docs` and commit.')
		process.exit(1)
	}
	writeFileSync('README.md', updated)
}

function settingsTable() {
	const rows = settings.map(
		({ flag, env, default: value, description, choices }) =>
			`| \`${flag}\` | \`${env}\` | ${value === undefined ? '' : `\`${value}\``} | ${description}${choices ? ` (${choices.join(', ')})` : ''} |`,
	)
	return ['| Flag | Environment | Default | What it is |', '|---|---|---|---|', ...rows, ''].join('\n')
}

function rolesTable() {
	const rows = Object.entries(permissions).map(
		([action, allowed]) =>
			`| \`${action}\` | ${roles.map((role) => (allowed.includes(role) ? 'yes' : '–')).join(' | ')} |`,
	)
	return [`| Action | ${roles.join(' | ')} |`, `|---|${roles.map(() => ':-:').join('|')}|`, ...rows, ''].join('\n')
}

function replaceTable(text, name, table) {
	const pattern = new RegExp(`(<!-- ${name}: [^>]*-->\n)[\\s\\S]*?(<!-- /${name} -->)`)
	return text.replace(pattern, (_all, open, close) => `${open}${table}${close}`)
}
