// What the bundle leaves in node_modules: native code, and packages that read files beside them. All other dependencies are
// part of dist/, in the versions of the lock file, and whoever installs the package gets no second copy of them.

/** Needed wherever the program runs; each has prebuilt files for all systems, or is WebAssembly. */
const needed = ['classic-level', 'clipboardy', 'mcl-wasm', 'secp256k1', 'tiny-secp256k1']

/** Native parts with files for one system each: the program says what lacks where one could not be installed. */
const optional = ['@node-rs/argon2', 'keytar', 'libsql']

/** Of whoever tests with the library: their own copy is the one that counts. */
const peers = {
	'@cosmjs/stargate': '>=0.32.4 <1',
	'jest-environment-node': '>=29',
	vitest: '>=3.2',
}

/** What others import, by the name of its file in dist/. */
export const entries = {
	library: 'src/library/index.ts',
	vitest: 'src/library/vitest.ts',
	jest: 'src/library/jest.ts',
}

/** Names for esbuild. */
export const external = [...needed, ...optional, 'secp256k1/bindings.js', 'pg-native', 'vitest']

/** The package.json of the tarball: that of the repository without what is bundled, and without what only its folder needs. */
export function packedManifest(manifest) {
	const { scripts, dependencies, optionalDependencies, devDependencies, overrides, allowScripts, ...rest } = manifest
	const all = { ...dependencies, ...optionalDependencies }
	const pick = (names) => Object.fromEntries(names.map((name) => [name, all[name]]))
	return {
		...rest,
		dependencies: pick(needed),
		optionalDependencies: pick(optional),
		peerDependencies: peers,
		peerDependenciesMeta: Object.fromEntries(Object.keys(peers).map((name) => [name, { optional: true }])),
	}
}
