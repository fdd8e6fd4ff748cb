// Bundles the program into dist/: the start file with its lazily loaded parts, the node's worker, and the library.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { build } from 'esbuild'
import { entries, external } from './external.js'
import { inkPartsOfBundle } from './inkParts.js'
import { mergeChunks } from './mergeChunks.js'

process.chdir(new URL('..', import.meta.url).pathname)
rmSync('dist', { recursive: true, force: true })

// Ink measures texts with string-width; ours is the same with a quick answer for plain ones.
const ownStringWidth = {
	name: 'own-string-width',
	setup({ onResolve }) {
		const own = resolve('src/tui/kit/text/stringWidth.ts')
		onResolve({ filter: /^string-width$/ }, ({ importer }) => (importer === own ? undefined : { path: own }))
	},
}

// string-width makes its table of clusters and its emoji expression when it is loaded: 20 ms that the first frame, all plain
// signs, need not wait for. Here they are made at their first use.
const tablesAtFirstUse = {
	name: 'tables-at-first-use',
	setup({ onLoad }) {
		onLoad({ filter: /[\\/]string-width[\\/]index\.js$/ }, async ({ path }) => {
			let contents = await readFile(path, 'utf8')
			for (const [name, method] of [
				['segmenter', 'segment'],
				['rgiEmojiRegex', 'test'],
			]) {
				const made = new RegExp(`^const ${name} = (.+);$`, 'm')
				if (!made.test(contents))
					throw new Error(`${path} makes no ${name} of its own any more: look at tablesAtFirstUse again`)
				contents = contents.replace(
					made,
					(_, value) =>
						`let ${name}Made; const ${name} = { ${method}: text => (${name}Made ??= ${value}).${method}(text) };`,
				)
			}
			return { contents }
		})
	},
}

// Yoga's loader looks for fetch to read its own base64; a mere look at it loads Node's whole http client.
const yogaWithoutFetch = {
	name: 'yoga-without-fetch',
	setup({ onLoad }) {
		onLoad({ filter: /yoga-wasm-base64-esm\.js$/ }, async ({ path }) => ({
			contents: (await readFile(path, 'utf8')).replaceAll('typeof fetch', '"undefined"'),
		}))
	},
}

// `conf` checks values by schema with these when asked to; we check them ourselves. The endpoint service has its own.
const confWithoutSchemas = {
	name: 'conf-without-schemas',
	setup({ onResolve }) {
		onResolve({ filter: /^ajv(-formats|\/dist\/2020\.js)$/ }, ({ importer }) =>
			/[\\/]node_modules[\\/]conf[\\/]/.test(importer) ? { path: resolve('scripts/emptyModule.js') } : undefined,
		)
	},
}

/** How all files of the bundle are written. */
const form = {
	bundle: true,
	format: 'esm',
	platform: 'node',
	target: 'node20.19',
	minifySyntax: true,
	// No comments: one character beyond Latin-1 in a file doubles the memory of its text, in every thread. Lines stay, for stack traces.
	minifyWhitespace: true,
	lineLimit: 160,
	sourcemap: 'linked',
	sourcesContent: false,
	legalComments: 'linked',
	logLevel: 'warning',
}
const result = await build({
	...form,
	plugins: [inkPartsOfBundle(), ownStringWidth, tablesAtFirstUse, yogaWithoutFetch, confWithoutSchemas],
	entryPoints: {
		main: 'src/cli/main.ts',
		worker: 'src/node/worker.ts',
		serving: 'src/node/threads/servingWorker.ts',
		verifying: 'src/node/threads/verifyingWorker.ts',
		...entries,
	},
	outdir: 'dist',
	splitting: true,
	jsx: 'automatic',
	metafile: true,
	external,
	// React's development build costs twice the time per key and leaks measurements.
	define: { 'process.env.NODE_ENV': '"production"' },
	alias: {
		'react-devtools-core': './scripts/emptyModule.js',
		// Its other form hides the names of its exports from `import()`.
		'hash-wasm': resolve('node_modules/hash-wasm/dist/index.esm.js'),
	},
	banner: {
		js: "import { createRequire as chainTuiCreateRequire } from 'node:module'; const require = chainTuiCreateRequire(import.meta.url);",
	},
})
await mergeChunks(
	result.metafile.outputs,
	[
		'cli/runApp',
		'tui/shell/runFullScreen',
		'cli/runCli',
		'cli/support/openClient',
		'node/threads/servingWorker',
		'node/worker',
	].map((name) => `src/${name}.ts`),
	form,
)
// esbuild leaves characters of regular expressions as they are; see `minifyWhitespace` above.
for (const file of readdirSync('dist').filter((name) => name.endsWith('.js'))) {
	const text = readFileSync(`dist/${file}`, 'utf8')
	const plain = text.replace(/[^\0-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
	if (plain !== text) writeFileSync(`dist/${file}`, plain)
}
// For `require`, which Node 20.19 and newer give a module of the other kind.
for (const name of Object.keys(entries)) writeFileSync(`dist/${name}.cjs`, `module.exports = require('./${name}.js')\n`)
// Jest takes the default export of its environment.
const marked = "Object.defineProperty(exports, '__esModule', { value: true })"
writeFileSync('dist/jest.cjs', `${marked}\nexports.default = require('./jest.js').default\n`)
// Which packages are inside, for the notices of the tarball (scripts/licences.js).
writeFileSync('dist/.inputs.json', JSON.stringify(Object.keys(result.metafile.inputs)))
if (process.argv.includes('--size')) {
	for (const [file, { bytes }] of Object.entries(result.metafile.outputs)) {
		if (file.endsWith('.js')) console.log(`${String(bytes).padStart(9)} ${file}`)
	}
}
