// `npm run licences`: fails on a package that runs here whose licence is not permissive. `npm run licences -- --notices FILE`
// writes the notices of what the bundle carries; `npm run sbom` writes the list of all components (CycloneDX).
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

process.chdir(new URL('..', import.meta.url).pathname)

const permissive = new Set([
	'0BSD',
	'Apache-2.0',
	'BSD-2-Clause',
	'BSD-3-Clause',
	'CC0-1.0',
	'ISC',
	'MIT',
	'Unlicense',
	'WTFPL',
])
/**
 * The interpreter of contracts. MPL-2.0 covers its own files alone: this program may carry them as they are, as long as it
 * says where their source is, which the notices do.
 */
const fileLicences = { 'MPL-2.0': /^@ethereumjs\// }

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
const running = Object.entries(lock)
	.filter(([path, { dev }]) => path !== '' && dev !== true)
	.map(([path, { version, license }]) => ({ path, name: path.replace(/^.*node_modules\//, ''), version, license }))

const at = (flag) => {
	const index = process.argv.indexOf(flag)
	return index < 0 ? undefined : process.argv[index + 1]
}
const [notices, sbom] = [at('--notices'), at('--sbom')]
const refused = running.filter(({ name, license = '' }) => !isAllowed(license, name))
for (const { name, version, license } of refused) console.error(`${name} ${version}: ${license ?? 'no licence told'}`)
if (refused.length > 0) {
	console.error(
		'These licences are not permissive: replace the packages, or say in scripts/licences.js why they may stay.',
	)
	process.exit(1)
}
if (notices !== undefined) writeFileSync(notices, noticesOf(bundledPackages()))
if (sbom !== undefined) writeFileSync(sbom, componentsList())
if (notices === undefined && sbom === undefined) {
	const counts = new Map()
	for (const { license } of running) counts.set(license, (counts.get(license) ?? 0) + 1)
	for (const [license, count] of [...counts].sort((a, b) => b[1] - a[1]))
		console.log(`${String(count).padStart(4)}  ${license}`)
	console.log(`${running.length} packages, all permissive; MPL-2.0 are the files of @ethereumjs alone`)
}

/** An SPDX expression without nested groups of both kinds, as all packages of npm have it. */
function isAllowed(expression, name) {
	const text = expression.replace(/^\((.*)\)$/, '$1')
	if (text.includes(' OR ')) return text.split(' OR ').some((one) => isAllowed(one, name))
	if (text.includes(' AND ')) return text.split(' AND ').every((one) => isAllowed(one, name))
	return permissive.has(text) || fileLicences[text]?.test(name) === true
}

/** The packages whose files esbuild put into dist/. */
function bundledPackages() {
	const inputs = JSON.parse(readFileSync('dist/.inputs.json', 'utf8'))
	const inside = new Set(inputs.map((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]))
	return running.filter(({ path }) => inside.has(path)).sort((a, b) => (a.name < b.name ? -1 : 1))
}

function noticesOf(packages) {
	const texts = new Map()
	for (const { path } of packages) texts.set(path, licenceText(path))
	// Some packages name their licence and leave its text out, which Apache-2.0 wants to go along.
	const apache = packages.find(({ path, license }) => license === 'Apache-2.0' && texts.get(path) !== undefined)
	const shown = packages.map(({ path, name, version, license }) => {
		const text = texts.get(path) ?? (license === 'Apache-2.0' ? texts.get(apache.path) : mitText(path))
		const source =
			license in fileLicences ? `Its source is the npm package ${name} ${version}, carried unchanged.\n\n` : ''
		return `## ${name} ${version} (${license})\n\n${source}${text.replace(/^/gm, '    ')}\n`
	})
	return `# Third-party notices\n\nchain-tui carries the following packages in its folder dist/.\n\n${shown.join('\n')}`
}

function licenceText(path) {
	const file = readdirSync(path).find((one) => /^(licen[cs]e|copying)/i.test(one))
	return file === undefined ? undefined : readFileSync(join(path, file), 'utf8').trim()
}

/** The text that package.json stands for with its "MIT" and its author. */
function mitText(path) {
	const { author, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
	const [, , permission] =
		/^(MIT License\n\n)(Copyright.*\n\n)([\s\S]*)$/.exec(readFileSync('LICENSE', 'utf8'))?.slice(1) ?? []
	return `${license}\n\nCopyright (c) ${author?.name ?? author ?? 'its authors'}\n\n${permission}`.trim()
}

function componentsList() {
	const args = ['sbom', '--omit=dev', '--sbom-format', 'cyclonedx']
	const { status, stdout, stderr } = spawnSync('npm', args, { encoding: 'utf8', maxBuffer: 1 << 26 })
	if (status !== 0) throw new Error(`npm sbom ended with ${status}:\n${stderr}`)
	const list = JSON.parse(stdout)
	// npm names the folder.
	list.metadata.component.name = lock[''].name
	return `${JSON.stringify(list, null, '\t')}\n`
}
