"""Where the built-in games come from; the keys are those that the factories' docstrings cite."""

SOURCES = {
    "Alpern2011": "S. Alpern, A. Morton, K. Papadaki. Patrolling games. Operations Research 59, 2011.",
    "Borel1921": "É. Borel. La théorie du jeu et les équations intégrales à noyau symétrique. Comptes Rendus de "
    "l'Académie des Sciences 173, 1921.",
    "Bosansky2013": "B. Bošanský, V. Lisý, J. Čermák, R. Vítek, M. Pěchouček. Using double-oracle method and "
    "serialized alpha-beta search for pruning in simultaneous move games. IJCAI 2013.",
    "Bosansky2014": "B. Bošanský. Iterative algorithms for solving finite sequential zero-sum games. PhD thesis, Czech "
    "Technical University in Prague, 2014.",
    "Bouton1901": "C. L. Bouton. Nim, a game with a complete mathematical theory. Annals of Mathematics 3, 1901.",
    "Buro2003": "M. Buro. Solving the Oshi-Zumo game. Advances in Computer Games 10, 2003.",
    "Jiang2013": "A. X. Jiang, Z. Yin, C. Zhang, M. Tambe, S. Kraus. Game-theoretic randomization for security "
    "patrolling with dynamic execution uncertainty. AAMAS 2013.",
    "Kuhn1950": "H. W. Kuhn. A simplified two-person poker. In Contributions to the Theory of Games I, 1950.",
    "Ross1971": "S. M. Ross. Goofspiel: the game of pure strategy. Journal of Applied Probability 8, 1971.",
    "Southey2005": "F. Southey et al. Bayes' bluff: opponent modelling in poker. UAI 2005. (Leduc hold'em)",
    "Sturtevant2005": "N. Sturtevant. Leaf-value tables for pruning non-zero-sum games. IJCAI 2005.",
    "Troyka2000": "D. Troyka. Breakthrough. Winner of the 8x8 game design competition, Abstract Games Magazine, 2000.",
    "Yin2012": "Z. Yin, A. X. Jiang, M. P. Johnson, M. Tambe, C. Kiekintveld, K. Leyton-Brown, T. Sandholm, "
    "J. P. Sullivan. TRUSTS: scheduling randomized patrols for fare inspection in transit systems. IAAI 2012.",
}
