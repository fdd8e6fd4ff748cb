// A module costs Node half a millisecond of processor, whatever it holds. This makes few files of the many small ones into
// which a bundle with lazily loaded parts falls.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { build } from 'esbuild'

/** Larger files stay alone: few need them. */
const mostBytes = 20_000

/** Parts of Node that every command loads; whoever needs another one stays apart from those who do without. */
const cheap = new Set(['crypto', 'events', 'fs', 'fs/promises', 'module', 'net', 'os', 'path', 'util'])

/**
 * Merges small files of the bundle in dist/. Two become one when the same start in `starts`, the first that loads them, needs
 * both, and both need the same large files: what is loaded beyond need is little, and no two merged files need each other.
 *
 * @param outputs Files of the bundle, as esbuild describes them.
 * @param starts Sources of entry points and of lazily loaded parts, the one that most commands load first.
 * @param form How files are written.
 */
export async function mergeChunks(outputs, starts, form) {
	const files = Object.keys(outputs).filter((file) => file.endsWith('.js'))
	// A file of generated messages reads their descriptors when it is loaded: only who needs it shall.
	const isAlone = (file) =>
		outputs[file].entryPoint !== undefined ||
		outputs[file].bytes > mostBytes ||
		Object.keys(outputs[file].inputs).some((input) => input.startsWith('src/gen/'))
	const imports = (file) => outputs[file].imports.filter(({ kind }) => kind === 'import-statement')
	const needs = new Map()
	const needsOf = (file) => {
		if (!needs.has(file)) {
			const own = imports(file).map(({ path, external }) =>
				external
					? cheap.has(path.replace('node:', ''))
						? []
						: [path]
					: [...(isAlone(path) ? [path] : []), ...needsOf(path)],
			)
			needs.set(file, new Set(own.flat()))
		}
		return needs.get(file)
	}
	const groups = new Map()
	const seen = new Set()
	const visit = (file, start) => {
		if (seen.has(file)) return
		seen.add(file)
		for (const { path, external } of imports(file)) if (!external) visit(path, start)
		if (isAlone(file)) return
		const key = [start, ...[...needsOf(file)].sort()].join()
		groups.set(key, [...(groups.get(key) ?? []), basename(file)])
	}
	for (const start of starts)
		visit(
			files.find((file) => outputs[file].entryPoint === start),
			start,
		)
	const moved = new Map()
	const merged = [...groups.values()].filter((group) => group.length > 1)
	for (const [number, group] of merged.entries()) {
		const name = `shared-${number}.js`
		for (const [index, file] of group.entries()) moved.set(file, { name, prefix: `m${index}_` })
		await build({
			...form,
			stdin: { contents: group.map((file) => passOn(file, outputs, moved)).join(''), resolveDir: 'dist' },
			outfile: `dist/${name}`,
			// Comments on licences point to files that stay.
			legalComments: 'inline',
			plugins: [onlyThese(group)],
		})
	}
	for (const file of moved.keys()) for (const each of [file, `${file}.map`]) rmSync(`dist/${each}`)
	const left = files.map((file) => basename(file)).filter((file) => !moved.has(file))
	for (const file of [...left, ...merged.map((_group, number) => `shared-${number}.js`)]) {
		const text = readFileSync(`dist/${file}`, 'utf8')
		const changed = text.replace(/\bimport(?:\{([^}]*)\}from)?"\.\/([^"]+)"/g, (whole, names, from) => {
			const place = moved.get(from)
			return place === undefined ? whole : `import${renamed(names, place.prefix)}"./${place.name}"`
		})
		if (changed !== text) writeFileSync(`dist/${file}`, changed)
	}
}

/** A line that passes on all exports of a file, under names that are unique in its group. */
function passOn(file, outputs, moved) {
	const { prefix } = moved.get(file)
	const names = outputs[`dist/${file}`].exports.map((own) => `${own} as ${prefix}${own}`)
	return `export {${names}} from './${file}'\n`
}

/** The braces of an import: `{a,b as c}from` becomes `{m0_a as a,m0_b as c}from`. */
function renamed(names, prefix) {
	if (names === undefined) return ''
	return `{${names.replace(/([\w$]+)( as [\w$]+)?/g, (_all, own, as) => `${prefix}${own}${as ?? ` as ${own}`}`)}}from`
}

/** Bundles these files; all others stay where they are. */
function onlyThese(group) {
	return {
		name: 'only-these',
		setup({ onResolve }) {
			onResolve({ filter: /./ }, ({ path, kind }) =>
				kind !== 'dynamic-import' && group.includes(basename(path)) ? undefined : { path, external: true },
			)
		},
	}
}
