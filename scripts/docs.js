// `npm run docs`: writes the README's tables from the data the program itself uses.
// With --check it changes nothing and fails when a table is stale.
import { readFileSync, writeFileSync } from 'node:fs'
import { bundledModule } from './bundledModule.js'

process.chdir(new URL('..', import.meta.url).pathname)

const { settings, permissions, roles, limits, limitTexts, defaultEndpointsConfig, configLimitTexts, freeRelays } =
	await bundledModule(`
	export { settings } from './src/node/settings.ts'
	export { configLimitTexts, limits, limitTexts } from './src/endpoints/limits.ts'
	export { defaultEndpointsConfig } from './src/endpoints/EndpointsConfig.ts'
	export { freeRelays } from './src/endpoints/metering/price.ts'
	export { permissions, roles } from './src/wire/management/permissions.ts'
`)

const readme = readFileSync('README.md', 'utf8')
const tables = { settings: settingsTable(), roles: rolesTable(), limits: limitsTable() }
const updated = Object.entries(tables).reduce((text, [name, table]) => replaceTable(text, name, table), readme)
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

function limitsTable() {
	const figure = (value) => String(value).replace(/\B(?=(\d{3})+$)/g, ',')
	const time = (ms) => {
		const [size, unit] = [
			[86_400_000, 'day'],
			[3_600_000, 'hour'],
			[60_000, 'minute'],
			[1_000, 'second'],
		].find(([size]) => ms >= size && ms % size === 0)
		return `${ms / size} ${unit}${ms === size ? '' : 's'}`
	}
	const row = (name, value, text) => {
		const shown = name.endsWith('Ms') ? time(value) : name.endsWith('Bytes') ? `${figure(value)} bytes` : figure(value)
		return `| ${text} | ${shown} |`
	}
	const { limits: ofConfig, pruningWindow } = defaultEndpointsConfig
	return [
		'| Limit | Value |',
		'|---|--:|',
		...Object.entries(limits).map(([name, value]) => row(name, value, limitTexts[name])),
		...Object.entries({ ...ofConfig, pruningWindow }).map(([name, value]) =>
			row(name, value, `${configLimitTexts[name]} (\`endpoints.json\`)`),
		),
		row('freeRelays', freeRelays, 'relays of an account in a UTC month that cost nothing'),
		'',
	].join('\n')
}

function replaceTable(text, name, table) {
	const pattern = new RegExp(`(<!-- ${name}: [^>]*-->\n)[\\s\\S]*?(<!-- /${name} -->)`)
	return text.replace(pattern, (_all, open, close) => `${open}${table}${close}`)
}
