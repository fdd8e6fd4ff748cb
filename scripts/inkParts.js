// Parts of Ink 6.8.0 that are replaced by ours: in the bundle (esbuild) and in the tests (Vite). Ink itself stays as it is
// installed. Why: `src/tui/kit/ink/`, one file for each part.
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const root = new URL('..', import.meta.url).pathname
const build = resolve(root, 'node_modules/ink/build')
/** Tried with this release: another one may draw differently. */
const release = '6.8.0'

/** What Ink's files import, and what they get. */
const parts = {
	'./output.js': 'output.ts',
	'./measure-text.js': 'measureText.ts',
	'./wrap-text.js': 'wrapText.ts',
	'./sanitize-ansi.js': 'sanitizeAnsi.ts',
	'widest-line': 'widestLine.ts',
}

/** Throws when Ink is another release, or no longer imports one of the parts. */
export function checkInkParts() {
	const { version } = JSON.parse(readFileSync(resolve(build, '../package.json'), 'utf8'))
	if (version !== release)
		throw new Error(`Ink is ${version}, not ${release}: try its parts anew (scripts/inkParts.js)`)
	const sources = readdirSync(build)
		.filter((file) => file.endsWith('.js'))
		.map((file) => readFileSync(resolve(build, file), 'utf8'))
	for (const name of Object.keys(parts)) {
		if (!sources.some((source) => source.includes(`from '${name}'`)))
			throw new Error(`Ink ${release} imports ${name} nowhere: it cannot be replaced (scripts/inkParts.js)`)
	}
}

/** The file that stands for what a file of Ink's imports; undefined for all others. */
function replacement(name, importer) {
	const part = parts[name]
	if (part === undefined || importer === undefined || !importer.startsWith(`${build}/`)) return undefined
	return resolve(root, 'src/tui/kit/ink', part)
}

/** For esbuild. */
export function inkPartsOfBundle() {
	return {
		name: 'ink-parts',
		setup({ onResolve }) {
			checkInkParts()
			onResolve({ filter: /^(\.\/|widest-line$)/ }, ({ path, importer }) => {
				const own = replacement(path, importer)
				return own === undefined ? undefined : { path: own }
			})
		},
	}
}

/** For Vite, which the tests run through. */
export function inkPartsOfTests() {
	return {
		name: 'ink-parts',
		enforce: 'pre',
		buildStart: checkInkParts,
		resolveId: (name, importer) => replacement(name, importer),
		// Their maps name sources that are not installed, of which Vite would warn at each test.
		load: (id) =>
			/\/node_modules\/ink(-testing-library)?\/build\/.*\.js$/.test(id)
				? readFileSync(id, 'utf8').replace(/\n\/\/# sourceMappingURL=.*$/, '')
				: undefined,
	}
}
