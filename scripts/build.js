// Bundles the program into dist/: the start file with its lazily loaded parts, the node's worker, and the library.
import { rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { build } from 'esbuild'
import { inkPartsOfBundle } from './inkParts.js'

process.chdir(new URL('..', import.meta.url).pathname)
rmSync('dist', { recursive: true, force: true })

// Native code, files read beside the code, or heavy parts that only the worker loads stay in node_modules.
const external = [
	'@grpc/grpc-js',
	'@node-rs/argon2',
	'classic-level',
	'clipboardy',
	'fastify',
	'hash-wasm',
	'keytar',
	'kysely',
	'libsql',
	'mcl-wasm',
	'openid-client',
	'pg',
	'pino',
	'prom-client',
	'secp256k1',
	'secp256k1/bindings.js',
	'tiny-secp256k1',
	'ws',
]

// Ink measures texts with string-width; ours is the same with a quick answer for plain ones.
const ownStringWidth = {
	name: 'own-string-width',
	setup({ onResolve }) {
		const own = resolve('src/tui/kit/text/stringWidth.ts')
		onResolve({ filter: /^string-width$/ }, ({ importer }) => (importer === own ? undefined : { path: own }))
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

const result = await build({
	plugins: [inkPartsOfBundle(), ownStringWidth, yogaWithoutFetch],
	entryPoints: {
		main: 'src/cli/main.ts',
		worker: 'src/node/worker.ts',
		serving: 'src/node/threads/servingWorker.ts',
		verifying: 'src/node/threads/verifyingWorker.ts',
		library: 'src/library/index.ts',
	},
	outdir: 'dist',
	bundle: true,
	splitting: true,
	format: 'esm',
	platform: 'node',
	target: 'node20.19',
	jsx: 'automatic',
	minifySyntax: true,
	// No comments: one character beyond Latin-1 in a file doubles the memory of its text, in every thread. Lines stay, for stack traces.
	minifyWhitespace: true,
	lineLimit: 160,
	sourcemap: 'linked',
	sourcesContent: false,
	legalComments: 'linked',
	logLevel: 'warning',
	metafile: true,
	external,
	// React's development build costs twice the time per key and leaks measurements.
	define: { 'process.env.NODE_ENV': '"production"' },
	alias: {
		'react-devtools-core': './scripts/emptyModule.js',
		// `conf` checks values by schema with these when asked to; we check them ourselves.
		'ajv/dist/2020.js': './scripts/emptyModule.js',
		'ajv-formats': './scripts/emptyModule.js',
	},
	banner: {
		js: "import { createRequire as chainTuiCreateRequire } from 'node:module'; const require = chainTuiCreateRequire(import.meta.url);",
	},
})
if (process.argv.includes('--size')) {
	for (const [file, { bytes }] of Object.entries(result.metafile.outputs)) {
		if (file.endsWith('.js')) console.log(`${String(bytes).padStart(9)} ${file}`)
	}
}
