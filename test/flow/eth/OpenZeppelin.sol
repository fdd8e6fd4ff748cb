// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC1967Proxy} from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";

contract Coin is ERC20 {
    constructor(uint256 supply) ERC20("Coin", "COIN") {
        _mint(msg.sender, supply);
    }
}

contract Card is ERC721 {
    constructor() ERC721("Card", "CARD") {}

    function mint(address to, uint256 id) external {
        _safeMint(to, id);
    }
}

contract Counter {
    uint256 public count;

    function add() external {
        count += 1;
    }
}

contract CounterProxy is ERC1967Proxy {
    constructor(address target) ERC1967Proxy(target, "") {}

    function _unsafeAllowUninitialized() internal pure override returns (bool) {
        return true;
    }
}
