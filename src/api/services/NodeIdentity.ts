/** Identity of the node in replies (tendermint p2p.DefaultNodeInfo, framework version.Info). */
export interface NodeIdentity {
	/** Hex of 20 bytes. */
	readonly nodeId: string
	/** `tcp://127.0.0.1:26656` */
	readonly listenAddress: string
	/** `tcp://127.0.0.1:26657` */
	readonly rpcAddress: string
	/** The engine's release the replies are those of. */
	readonly engineVersion: string
	readonly moniker: string
	/** p2p channels, one byte each. */
	readonly channels: Uint8Array
	readonly protocol: { readonly p2p: bigint; readonly block: bigint; readonly app: bigint }
	readonly application: ApplicationVersion
}

/** Build information of the application. */
export interface ApplicationVersion {
	readonly name: string
	readonly appName: string
	readonly version: string
	readonly gitCommit: string
	readonly buildTags: string
	/** The run time's version; the field is named for Go. */
	readonly goVersion: string
	readonly buildDeps: readonly { readonly path: string; readonly version: string; readonly sum: string }[]
	readonly cosmosSdkVersion: string
}
